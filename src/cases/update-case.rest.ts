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
      categoryCode: { type: 'string', description: 'The code of the case category. It must always be sent.' },
      typeCode: { type: 'string', description: 'The code of the case type. It must always be sent.' },
      comments: {
        description: 'Comments to add, at most 50; those that are there stay.',
        oneOf: [
          {
            type: 'array',
            maxItems: 50,
            items: {
              oneOf: [
                { type: 'string', description: 'The text alone: 1 to 10,000 characters once trimmed.' },
                { $ref: '#/components/schemas/CommentInput' },
              ],
            },
          },
          { type: 'null' },
        ],
      },
      caseData: {
        description:
          'The custom data by field name, with every field that the case type defines; it replaces what is stored. ' +
          'A decimal may be sent as a string.',
        oneOf: [{ type: 'object', additionalProperties: { type: ['boolean', 'number', 'string'] } }, { type: 'null' }],
      },
    },
  },
}

/**
 * A comment may be its text alone. What is wrong with its form is said here, in the words of this API; whether its text
 * is right is for the operation to say.
 */
function commentsVariable(comments: unknown): unknown {
  if (comments === undefined || comments === null) return undefined
  // GraphQL would take a single item for a list of one.
  if (!Array.isArray(comments)) throw new RequestError('BAD_USER_INPUT', 'comments must be an array.')
  return comments.map((comment: unknown, index) => {
    if (typeof comment === 'string') return { text: comment }
    if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) {
      throw new RequestError('BAD_USER_INPUT', `comments[${index}] must be a string or an object with a text.`)
    }
    const { text, internal } = comment as Record<string, unknown>
    if (typeof text !== 'string') throw new RequestError('BAD_USER_INPUT', `comments[${index}].text must be a string.`)
    if (typeof internal !== 'boolean' && internal !== undefined && internal !== null) {
      throw new RequestError('BAD_USER_INPUT', `comments[${index}].internal must be true or false.`)
    }
    return { text, internal: internal ?? undefined }
  })
}
