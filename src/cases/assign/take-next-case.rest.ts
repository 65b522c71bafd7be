import { requireTakerLogin } from '../../viewer/login.errors.ts'
import { text } from '../values/case-body.rest.ts'
import { changeRoute } from '../change/change-route.rest.ts'

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
