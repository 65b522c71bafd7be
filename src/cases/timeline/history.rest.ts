import { ofCase } from '../case.rest.ts'
import { pageRoute } from '../../rest/page-route.ts'

export const historyRoute = pageRoute({
  operation: 'caseHistory',
  path: '/api/v4/cases/:caseInstanceId/history',
  owner: ofCase,
  summary: 'List the changes to a case',
  field: 'history',
  nodes: 'id sequence kind actor { id login firstname email } touchpoint at changes { path from to }',
  args: { filter: 'HistoryFilter' },
})
