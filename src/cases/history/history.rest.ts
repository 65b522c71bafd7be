import {
  enumsParameter,
  pageParameters,
  textParameter,
  textsParameter,
  timeParameter,
} from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { pageArguments, pageSelection, pageVariables } from '../../rest/tagged-response.ts'
import { sendCaseList } from '../case.rest.ts'

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
  ${pageVariables}
) {
  case(id: $id) {
    id
    version
    history(filter: $filter, ${pageArguments}) {
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
  send: (reply, result) => sendCaseList(reply, result, 'history', 'history'),
  openapi: {
    summary: 'List the changes to a case',
    ...readDescription,
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
