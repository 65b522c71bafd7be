import { pageRoute } from '../../rest/page-route.ts'

const args = { search: 'String' }

export const assignableOperatorsRoute = pageRoute({
  operation: 'assignableOperators',
  path: '/api/v4/cases/:caseInstanceId/assignable-operators',
  summary: 'List the operators that a case can be assigned to',
  nodes: 'id login firstname email',
  args,
})

export const assignableGroupsRoute = pageRoute({
  operation: 'assignableGroups',
  path: '/api/v4/cases/:caseInstanceId/assignable-groups',
  summary: 'List the groups that a case can be assigned to',
  nodes: 'id name',
  args,
})
