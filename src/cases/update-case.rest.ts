import { type Route, textVariable } from '../rest/route.ts'
import { type UpdateCaseErrorCode, updateCaseErrors } from './case.errors.ts'
import { checkComments } from './comment.rules.ts'
import { type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

/** Not a list of types, because generators of validators do not support it. */
const caseDataValues = ['boolean', 'number', 'string'].map((type) => ({ type }))

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
        comments: checkComments(body['comments']),
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
      categoryCode: { type: 'string', minLength: 1, description: 'The code of the case category.' },
      typeCode: { type: 'string', minLength: 1, description: 'The code of the case type.' },
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
                  minLength: 1,
                  maxLength: 10_000,
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
        oneOf: [{ type: 'object', additionalProperties: { oneOf: caseDataValues } }, { type: 'null' }],
      },
    },
  },
}
