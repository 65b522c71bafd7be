import { requestFields } from '../../rest/request-fields.ts'
import { type Route, textVariable } from '../../rest/route.ts'
import { takeNextCaseErrors } from '../case.errors.ts'
import { changeDocument, sendCase } from '../case.rest.ts'

export const takeNextCaseRoute: Route = {
  operation: 'takeNextCase',
  method: 'POST',
  path: '/api/v4/cases/take-next',
  document: changeDocument('takeNextCase'),
  toVariables(request) {
    return { input: { groupName: textVariable(request.body['groupName']), ...requestFields(request) } }
  },
  send: (reply, result) => sendCase(reply, result, 'takeNextCase', takeNextCaseErrors, 200),
  openapi: {
    summary: 'Take the next case of a group',
    status: 200,
    errors: takeNextCaseErrors,
    conditional: false,
    required: [],
    body: {},
  },
}
