import { pageParameters, textParameter } from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { pageArguments, pageSelection, pageVariables } from '../../rest/tagged-response.ts'
import { sendCaseList } from '../case.rest.ts'

export const assignableOperatorsRoute: Route = {
  operation: 'assignableOperators',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/assignable-operators',
  document: `
query AssignableOperators(
  $id: ID!
  $search: String
  ${pageVariables}
) {
  case(id: $id) {
    id
    version
    assignableOperators(search: $search, ${pageArguments}) {
      nodes { id login firstname email }
      ${pageSelection}
    }
  }
}`,
  toVariables: ({ caseInstanceId, query }) => ({
    id: caseInstanceId,
    search: textParameter(query, 'search'),
    ...pageParameters(query),
  }),
  send: (reply, result) => sendCaseList(reply, result, 'assignableOperators', 'assignable-operators'),
  openapi: {
    summary: 'List the operators that a case can be assigned to',
    ...readDescription,
  },
}
