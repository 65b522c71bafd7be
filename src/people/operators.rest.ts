import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'

export const operatorsRoute: Route = {
  operation: 'operators',
  method: 'GET',
  path: '/api/v4/operators',
  document: `
query Operators(
  $search: String
  $first: Int
  $last: Int
  $after: String
  $before: String
  $totalCount: Boolean!
) {
  operators(search: $search, first: $first, last: $last, after: $after, before: $before) {
    nodes { id login firstname email }
    ${pageSelection}
  }
}`,
  toVariables: ({ query }) => ({ search: textParameter(query, 'search'), ...pageParameters(query) }),
  send: (reply, { data }) =>
    sendPage(reply, 'operators', '/api/v4/operators', data?.['operators'] as Parameters<typeof sendPage>[3]),
  openapi: {
    summary: 'List the operators',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}
