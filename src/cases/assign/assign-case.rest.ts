import { text } from '../values/case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'
import { ofCase } from '../case.rest.ts'
import { pageRoute } from '../../rest/page-route.ts'
import { requireTakerLogin } from '../../viewer/login.errors.ts'

const path = '/api/v4/cases/:caseInstanceId/assignment'

export const assignCaseRoute = changeRoute({
  operation: 'assignCase',
  method: 'PUT',
  path,
  summary: 'Assign a case',
  body: { email: text, groupName: text },
  together: {
    oneOf: ['email', 'groupName'].map((name) => ({
      required: [name],
      properties: { [name]: { type: 'string', minLength: 1 } },
    })),
  },
})

export const unassignCaseRoute = changeRoute({
  operation: 'unassignCase',
  method: 'DELETE',
  path,
  summary: 'Remove the assignment of a case',
})

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

export const takeNextCaseRoute = changeRoute({
  operation: 'takeNextCase',
  method: 'POST',
  path: '/api/v4/cases/take-next',
  requireLogin: requireTakerLogin,
  summary: 'Take the next case of a group',
  status: 200,
  optionalBody: true,
  body: { groupName: text },
})
