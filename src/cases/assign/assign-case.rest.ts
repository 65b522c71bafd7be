import { changeFields } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { assignCaseErrors } from '../case.errors.ts'
import { changeDocument, sendCase } from '../case.rest.ts'

export const assignCaseRoute: Route = {
  operation: 'assignCase',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId/assignment',
  document: changeDocument('assignCase'),
  toVariables(request) {
    const { caseInstanceId, body } = request
    return {
      input: {
        caseInstanceId,
        email: textVariable(body['email']),
        groupName: textVariable(body['groupName']),
        ...changeFields(request),
      },
    }
  },
  send: (reply, result) => sendCase(reply, result, 'assignCase', assignCaseErrors),
  openapi: {
    summary: 'Assign a case',
    status: 201,
    errors: assignCaseErrors,
    conditional: false,
    required: [],
    body: {},
    together: {
      oneOf: ['email', 'groupName'].map((name) => ({
        required: [name],
        properties: { [name]: { type: 'string', minLength: 1 } },
      })),
    },
  },
}
