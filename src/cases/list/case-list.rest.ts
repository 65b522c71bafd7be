import { pageRoute } from '../../rest/page-route.ts'
import {
  booleanParameter,
  enumParameter,
  textParameter,
  textsParameter,
  timeParameter,
} from '../../rest/query-parameters.ts'
import { caseSelection, withNumber } from '../case.rest.ts'

const orders = ['CREATED_ASC', 'CREATED_DESC', 'UPDATED_ASC', 'UPDATED_DESC']

/** The filters, and how each is read. Those that match one of several values may be repeated. */
const filters: Record<string, (query: URLSearchParams, name: string) => unknown> = {
  status: textsParameter,
  closed: booleanParameter,
  resolution: textsParameter,
  typeCode: textsParameter,
  categoryCode: textsParameter,
  assignedToMe: booleanParameter,
  assigneeEmail: textParameter,
  unassigned: booleanParameter,
  groupName: textsParameter,
  partyEmail: textParameter,
  createdAfter: timeParameter,
  createdBefore: timeParameter,
  updatedAfter: timeParameter,
  updatedBefore: timeParameter,
  text: textParameter,
}

export const caseListRoute = pageRoute({
  operation: 'cases',
  path: '/api/v4/cases',
  summary: 'List cases',
  types: { Case: { name: 'ListedCase' } },
  nodes: caseSelection,
  args: {
    filter: {
      type: 'CaseFilter',
      read: (query) => Object.fromEntries(Object.entries(filters).map(([name, read]) => [name, read(query, name)])),
    },
    orderBy: { type: 'CaseOrder', read: (query, name) => enumParameter(query, name, orders) },
  },
  toItem: withNumber,
})
