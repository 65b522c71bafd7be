import { ofCase } from '../case.rest.ts'
import { pageRoute } from '../../rest/page-route.ts'

const args = { search: 'String' }

export const assignableOperatorsRoute = pageRoute({
  operation: 'assignableOperators',
  path: '/api/v4/cases/:caseInstanceId/assignable-operators',
  owner: ofCase,
  summary: 'List the operators that a case can be assigned to',
  nodes: 'id login firstname email',
  args,
})

export const assignableGroupsRoute = pageRoute({
  operation: 'assignableGroups',
  path: '/api/v4/cases/:caseInstanceId/assignable-groups',
  owner: ofCase,
  summary: 'List the groups that a case can be assigned to',
  nodes: 'id name',
  args,
})
