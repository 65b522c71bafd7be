import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'

export const groupsRoute: Route = {
  operation: 'groups',
  method: 'GET',
  path: '/api/v4/groups',
  document: `
query Groups(
  $search: String
  $first: Int
  $last: Int
  $after: String
  $before: String
  $totalCount: Boolean!
) {
  groups(search: $search, first: $first, last: $last, after: $after, before: $before) {
    nodes { id name }
    ${pageSelection}
  }
}`,
  toVariables: ({ query }) => ({ search: textParameter(query, 'search'), ...pageParameters(query) }),
  send: (reply, { data }) =>
    sendPage(reply, 'groups', '/api/v4/groups', data?.['groups'] as Parameters<typeof sendPage>[3]),
  openapi: {
    summary: 'List the operator groups',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}
