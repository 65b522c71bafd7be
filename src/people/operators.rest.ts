import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import { readDescription, type Route } from '../rest/route.ts'
import { type Connection, pageArguments, pageSelection, pageVariables, sendPage } from '../rest/tagged-response.ts'

export const operatorsRoute: Route = {
  operation: 'operators',
  method: 'GET',
  path: '/api/v4/operators',
  document: `
query Operators(
  $search: String
  ${pageVariables}
) {
  operators(search: $search, ${pageArguments}) {
    nodes { id login firstname email }
    ${pageSelection}
  }
}`,
  toVariables: ({ query }) => ({ search: textParameter(query, 'search'), ...pageParameters(query) }),
  send: (reply, { data }) => sendPage(reply, 'operators', '/api/v4/operators', data?.['operators'] as Connection),
  openapi: {
    summary: 'List the operators',
    ...readDescription,
  },
}
