import { caseMembers } from '../values/case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

const path = '/api/v4/cases/:caseInstanceId'

export const updateCaseRoute = changeRoute({
  operation: 'updateCase',
  method: 'PUT',
  path,
  summary: 'Update a case',
  body: caseMembers('update'),
})

export const patchCaseRoute = changeRoute({
  operation: 'patchCase',
  method: 'PATCH',
  path,
  summary: 'Change single values of a case',
  isComplete: true,
  types: { Case: { name: 'CompleteCase' }, PatchCasePayload: { name: 'PatchedCase' } },
  body: caseMembers('patch'),
})
