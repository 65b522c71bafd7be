import { pageRoute } from '../../rest/page-route.ts'
import { enumsParameter, textParameter, textsParameter, timeParameter } from '../../rest/query-parameters.ts'
import { caseEventKinds } from '../event-kinds.ts'

export const historyRoute = pageRoute({
  operation: 'caseHistory',
  path: '/api/v4/cases/:caseInstanceId/history',
  summary: 'List the changes to a case',
  field: 'history',
  nodes: 'id sequence kind actor { id login firstname email } touchpoint at changes { path from to }',
  args: { filter: { type: 'HistoryFilter', read: filterVariable } },
})

/** Undefined if there is none: the history without a filter is read faster. */
function filterVariable(query: URLSearchParams) {
  const filter = {
    kind: enumsParameter(query, 'kind', caseEventKinds),
    field: textsParameter(query, 'field'),
    actorEmail: textParameter(query, 'actorEmail'),
    changedAfter: timeParameter(query, 'changedAfter'),
    changedBefore: timeParameter(query, 'changedBefore'),
  }
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}
