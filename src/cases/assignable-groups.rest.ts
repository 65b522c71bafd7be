import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'
import { requireCase } from './case.rest.ts'

export const assignableGroupsRoute: Route = {
  operation: 'assignableGroups',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/assignable-groups',
  document: `
query AssignableGroups(
  $id: ID!
  $search: String
  $first: Int
  $last: Int
  $after: String
  $before: String
  $totalCount: Boolean!
) {
  case(id: $id) {
    id
    version
    assignableGroups(search: $search, first: $first, last: $last, after: $after, before: $before) {
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
  send(reply, result) {
    const { id, version, assignableGroups } = requireCase<Found>(result)
    return sendPage(reply, 'assignableGroups', `/api/v4/cases/${id}/assignable-groups`, assignableGroups, version)
  },
  openapi: {
    summary: 'List the groups that a case can be assigned to',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}

interface Found {
  id: string
  version: number
  assignableGroups: Parameters<typeof sendPage>[3]
}
