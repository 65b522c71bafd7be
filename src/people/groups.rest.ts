import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import { readDescription, type Route } from '../rest/route.ts'
import { type Connection, pageArguments, pageSelection, pageVariables, sendPage } from '../rest/tagged-response.ts'

export const groupsRoute: Route = {
  operation: 'groups',
  method: 'GET',
  path: '/api/v4/groups',
  document: `
query Groups(
  $search: String
  ${pageVariables}
) {
  groups(search: $search, ${pageArguments}) {
    nodes { id name }
    ${pageSelection}
  }
}`,
  toVariables: ({ query }) => ({ search: textParameter(query, 'search'), ...pageParameters(query) }),
  send: (reply, { data }) => sendPage(reply, 'groups', '/api/v4/groups', data?.['groups'] as Connection),
  openapi: {
    summary: 'List the operator groups',
    ...readDescription,
  },
}
