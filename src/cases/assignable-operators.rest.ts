import { pageParameters, textParameter } from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'
import { requireCase } from './case.rest.ts'

export const assignableOperatorsRoute: Route = {
  operation: 'assignableOperators',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/assignable-operators',
  document: `
query AssignableOperators(
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
    assignableOperators(search: $search, first: $first, last: $last, after: $after, before: $before) {
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
  send(reply, result) {
    const { id, version, assignableOperators } = requireCase<Found>(result)
    return sendPage(
      reply,
      'assignableOperators',
      `/api/v4/cases/${id}/assignable-operators`,
      assignableOperators,
      version,
    )
  },
  openapi: {
    summary: 'List the operators that a case can be assigned to',
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
  assignableOperators: Parameters<typeof sendPage>[3]
}
