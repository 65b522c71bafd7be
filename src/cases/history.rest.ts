import {
  enumsParameter,
  pageParameters,
  textParameter,
  textsParameter,
  timeParameter,
} from '../rest/query-parameters.ts'
import type { Route } from '../rest/route.ts'
import { pageSelection, sendPage } from '../rest/tagged-response.ts'
import { requireCase } from './case.rest.ts'

const eventKinds = [
  'IMPORTED',
  'CREATED',
  'UPDATED',
  'ASSIGNED',
  'UNASSIGNED',
  'COMMENTED',
  'COMMENT_EDITED',
  'COMMENT_REMOVED',
]

export const historyRoute: Route = {
  operation: 'caseHistory',
  method: 'GET',
  path: '/api/v4/cases/:caseInstanceId/history',
  document: `
query CaseHistory(
  $id: ID!
  $filter: HistoryFilter
  $first: Int
  $last: Int
  $after: String
  $before: String
  $totalCount: Boolean!
) {
  case(id: $id) {
    id
    version
    history(filter: $filter, first: $first, last: $last, after: $after, before: $before) {
      nodes { id sequence kind actor { id login firstname email } touchpoint at changes { path from to } }
      ${pageSelection}
    }
  }
}`,
  toVariables: ({ caseInstanceId, query }) => ({
    id: caseInstanceId,
    filter: filterVariable(query),
    ...pageParameters(query),
  }),
  send(reply, result) {
    const { id, version, history } = requireCase<Found>(result)
    return sendPage(reply, 'history', `/api/v4/cases/${id}/history`, history, version)
  },
  openapi: {
    summary: 'List the changes to a case',
    status: 200,
    errors: {},
    conditional: true,
    required: [],
    body: {},
  },
}

/** Undefined if there is none: the history without a filter is read faster. */
function filterVariable(query: URLSearchParams) {
  const filter = {
    kind: enumsParameter(query, 'kind', eventKinds),
    field: textsParameter(query, 'field'),
    actorEmail: textParameter(query, 'actorEmail'),
    changedAfter: timeParameter(query, 'changedAfter'),
    changedBefore: timeParameter(query, 'changedBefore'),
  }
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

interface Found {
  id: string
  version: number
  history: Parameters<typeof sendPage>[3]
}
