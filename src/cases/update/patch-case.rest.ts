import { caseMembers } from '../case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

export const patchCaseRoute = changeRoute({
  operation: 'patchCase',
  method: 'PATCH',
  path: '/api/v4/cases/:caseInstanceId',
  summary: 'Change single values of a case',
  isComplete: true,
  types: { Case: { name: 'CompleteCase' }, PatchCasePayload: { name: 'PatchedCase' } },
  body: caseMembers('patch'),
})
