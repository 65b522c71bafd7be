import { queryOf } from '../http/request-context.ts'
import { isDryRun, requestFields } from '../rest/request-fields.ts'
import { type Route, textVariable } from '../rest/route.ts'
import { caseDataSchema, codeSchemas, commentsSchema } from './case-body.rest.ts'
import { type CreateCaseErrorCode, createCaseErrors } from './case.errors.ts'
import { checkComments } from './comment.rules.ts'
import { type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

export const createCaseRoute: Route = {
  operation: 'createCase',
  method: 'POST',
  path: '/api/v4/cases',
  document: `
mutation CreateCase($input: CreateCaseInput!) {
  createCase(input: $input) {
    __typename
    ... on CreateCasePayload { ${payloadSelection} }
    ... on CreateCaseError { problems { code message path } }
  }
}`,
  toVariables(request) {
    const { body } = request
    return {
      input: {
        categoryCode: textVariable(body['categoryCode']),
        typeCode: textVariable(body['typeCode']),
        status: textVariable(body['status']),
        resolution: textVariable(body['resolution']),
        partyEmail: textVariable(body['partyEmail']),
        comments: checkComments(body['comments']),
        caseData: body['caseData'],
        ...requestFields(request),
      },
    }
  },
  send(reply, { data }) {
    const result = data?.['createCase'] as PayloadData | ErrorData<CreateCaseErrorCode>
    // A dry run creates nothing that a location could refer to.
    const isCreated = 'case' in result && !isDryRun(queryOf(reply.request))
    return sendCase(
      isCreated ? reply.header('location', `/api/v4/cases/${result.case.id}`) : reply,
      result,
      createCaseErrors,
    )
  },
  openapi: {
    summary: 'Create a case',
    status: 201,
    errors: createCaseErrors,
    conditional: false,
    headers: ['Location'],
    required: ['categoryCode', 'typeCode'],
    types: {
      Case: {
        name: 'CreatedCase',
        members: {
          id: {
            type: 'integer',
            format: 'int64',
            description: 'The ID of the case, as used in paths. 0 in a dry run.',
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
          },
        },
      },
    },
    body: {
      ...codeSchemas,
      comments: commentsSchema('The first comments, at most 50.'),
      caseData: caseDataSchema(
        'The case data, as an object keyed by field name. It must contain every field that the case type defines.',
      ),
    },
  },
}
