import { pageParameters, textParameter } from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { pageArguments, pageSelection, pageVariables } from '../../rest/tagged-response.ts'
import { sendCaseList } from '../case.rest.ts'

export const assignableGroupsRoute: Route = {
  operation: 'assignableGroups',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/assignable-groups',
  document: `
query AssignableGroups(
  $id: ID!
  $search: String
  ${pageVariables}
) {
  case(id: $id) {
    id
    version
    assignableGroups(search: $search, ${pageArguments}) {
      nodes { id name }
      ${pageSelection}
    }
  }
}`,
  toVariables: ({ caseInstanceId, query }) => ({
    id: caseInstanceId,
    search: textParameter(query, 'search'),
    ...pageParameters(query),
  }),
  send: (reply, result) => sendCaseList(reply, result, 'assignableGroups', 'assignable-groups'),
  openapi: {
    summary: 'List the groups that a case can be assigned to',
    ...readDescription,
  },
}
