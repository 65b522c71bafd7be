import { RequestError } from '../errors.ts'
import { type Route, textVariable } from '../rest/route.ts'
import { type UpdateCaseErrorCode, updateCaseErrors } from './case.errors.ts'
import { type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

export const updateCaseRoute: Route = {
  operation: 'updateCase',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId',
  document: `
mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    __typename
    ... on UpdateCasePayload { ${payloadSelection} }
    ... on UpdateCaseError { problems { code message path } }
  }
}`,
  toVariables({ caseInstanceId, body }) {
    return {
      input: {
        caseInstanceId,
        categoryCode: textVariable(body['categoryCode']),
        typeCode: textVariable(body['typeCode']),
        status: textVariable(body['status']),
        resolution: textVariable(body['resolution']),
        comments: commentsVariable(body['comments']),
        caseData: body['caseData'],
      },
    }
  },
  send(reply, { data }) {
    return sendCase(reply, data?.['updateCase'] as PayloadData | ErrorData<UpdateCaseErrorCode>, updateCaseErrors)
  },
  openapi: {
    summary: 'Update a case',
    status: 201,
    errors: updateCaseErrors,
    conditional: false,
    required: ['categoryCode', 'typeCode'],
    body: {
      categoryCode: { type: 'string', description: 'The code of the case category.' },
      typeCode: { type: 'string', description: 'The code of the case type.' },
      comments: {
        description: 'Comments to add, at most 50. Existing comments are kept.',
        oneOf: [
          {
            type: 'array',
            maxItems: 50,
            items: {
              oneOf: [
                {
                  type: 'string',
                  description:
                    'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
                },
                { $ref: '#/components/schemas/CommentInput' },
              ],
            },
          },
          { type: 'null' },
        ],
      },
      caseData: {
        description:
          'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
          'and replaces the stored data. Decimals may be sent as strings.',
        oneOf: [{ type: 'object', additionalProperties: { type: ['boolean', 'number', 'string'] } }, { type: 'null' }],
      },
    },
  },
}

/** A comment may be a plain string. Wrong JSON types are reported here, in REST terms; the operation checks texts. */
function commentsVariable(comments: unknown): unknown {
  if (comments === undefined || comments === null) return undefined
  // GraphQL would coerce a single item to a list.
  if (!Array.isArray(comments)) throw new RequestError('BAD_USER_INPUT', 'comments must be an array.')
  return comments.map((comment: unknown, index) => {
    if (typeof comment === 'string') return { text: comment }
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
      throw new RequestError('BAD_USER_INPUT', `comments[${index}] must be a string or an object with a text member.`)
    }
    const { text, internal } = comment as Record<string, unknown>
    if (typeof text !== 'string') throw new RequestError('BAD_USER_INPUT', `comments[${index}].text must be a string.`)
    if (typeof internal !== 'boolean' && internal !== undefined && internal !== null) {
      throw new RequestError('BAD_USER_INPUT', `comments[${index}].internal must be true or false.`)
    }
    return { text, internal: internal ?? undefined }
  })
}
