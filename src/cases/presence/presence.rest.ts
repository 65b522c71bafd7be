import { mutationRoute } from '../../rest/mutation-route.ts'
import { requireViewingLogin } from '../../viewer/login.errors.ts'
import { viewingErrors } from '../case.errors.ts'

export const noteCasePresenceRoute = mutationRoute({
  operation: 'noteCasePresence',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId/presence',
  requireLogin: requireViewingLogin,
  summary: 'Report that you are viewing a case',
  description:
    'Reports that the caller is viewing the case, or writing in it, for the next 15 seconds. Returns the other operators who are. This does not ' +
    'change the case. Login: operator.',
  status: 200,
  success: 'The other operators who are viewing the case.',
  errors: viewingErrors.noteCasePresence,
  payload: 'others { person { id login firstname email } writes }',
  optionalBody: true,
  body: { writes: {} },
})
