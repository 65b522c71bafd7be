import { caseMembers } from '../case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

export const updateCaseRoute = changeRoute({
  operation: 'updateCase',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId',
  summary: 'Update a case',
  body: caseMembers('update'),
})
