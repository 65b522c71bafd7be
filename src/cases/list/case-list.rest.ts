import { pageRoute } from '../../rest/page-route.ts'
import { caseSelection, withNumericId } from '../case.rest.ts'

export const caseListRoute = pageRoute({
  operation: 'cases',
  path: '/api/v4/cases',
  summary: 'List cases',
  types: { Case: { name: 'ListedCase' } },
  nodes: `${caseSelection}
match { source text matches { start length } }`,
  connection: 'corrected',
  args: { filter: 'CaseFilter', orderBy: 'CaseOrder' },
  toItem: withNumericId,
})
