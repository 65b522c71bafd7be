import {
  booleanParameter,
  enumParameter,
  pageParameters,
  textParameter,
  textsParameter,
  timeParameter,
} from '../../rest/query-parameters.ts'
import { readDescription, type Route } from '../../rest/route.ts'
import { type Connection, pageArguments, pageSelection, pageVariables, sendPage } from '../../rest/tagged-response.ts'
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

export const caseListRoute: Route = {
  operation: 'cases',
  method: 'GET',
  path: '/api/v4/cases',
  document: `
query Cases(
  $filter: CaseFilter
  $orderBy: CaseOrder
  ${pageVariables}
) {
  cases(filter: $filter, orderBy: $orderBy, ${pageArguments}) {
    nodes { ${caseSelection} }
    ${pageSelection}
  }
}`,
  toVariables: ({ query }) => ({
    filter: Object.fromEntries(Object.entries(filters).map(([name, read]) => [name, read(query, name)])),
    orderBy: enumParameter(query, 'orderBy', orders),
    ...pageParameters(query),
  }),
  send(reply, { data }) {
    const page = data?.['cases'] as Omit<Connection, 'nodes'> & { nodes: { id: string }[] }
    return sendPage(reply, 'cases', '/api/v4/cases', { ...page, nodes: page.nodes.map(withNumber) })
  },
  openapi: {
    summary: 'List cases',
    ...readDescription,
    types: { Case: { name: 'ListedCase' } },
  },
}
