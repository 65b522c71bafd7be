import { changeFields } from '../rest/request-fields.ts'
import type { Route } from '../rest/route.ts'
import { type UnassignCaseErrorCode, unassignCaseErrors } from './case.errors.ts'
import { type ErrorData, type PayloadData, payloadSelection, sendCase } from './case.rest.ts'

export const unassignCaseRoute: Route = {
  operation: 'unassignCase',
  method: 'DELETE',
  path: '/api/v4/cases/:caseInstanceId/assignment',
  document: `
mutation UnassignCase($input: UnassignCaseInput!) {
  unassignCase(input: $input) {
    __typename
    ... on UnassignCasePayload { ${payloadSelection} }
    ... on UnassignCaseError { problems { code message path } }
  }
}`,
  toVariables: (request) => ({ input: { caseInstanceId: request.caseInstanceId, ...changeFields(request) } }),
  send(reply, { data }) {
    return sendCase(
      reply,
      data?.['unassignCase'] as PayloadData | ErrorData<UnassignCaseErrorCode>,
      unassignCaseErrors,
      200,
    )
  },
  openapi: {
    summary: 'Remove the assignment of a case',
    status: 200,
    errors: unassignCaseErrors,
    conditional: false,
    required: [],
    body: {},
  },
}
