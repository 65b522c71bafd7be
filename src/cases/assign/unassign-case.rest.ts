import { changeFields } from '../../rest/request-fields.ts'
import type { Route } from '../../rest/route.ts'
import { unassignCaseErrors } from '../case.errors.ts'
import { changeDocument, sendCase } from '../case.rest.ts'

export const unassignCaseRoute: Route = {
  operation: 'unassignCase',
  method: 'DELETE',
  path: '/api/v4/cases/:caseInstanceId/assignment',
  document: changeDocument('unassignCase'),
  toVariables: (request) => ({ input: { caseInstanceId: request.caseInstanceId, ...changeFields(request) } }),
  send: (reply, result) => sendCase(reply, result, 'unassignCase', unassignCaseErrors, 200),
  openapi: {
    summary: 'Remove the assignment of a case',
    status: 200,
    errors: unassignCaseErrors,
    conditional: false,
    required: [],
    body: {},
  },
}
