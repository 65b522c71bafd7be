import { mutationRoute } from '../../rest/mutation-route.ts'
import { requireLookingLogin } from '../../viewer/login.errors.ts'
import { viewingErrors } from '../case.errors.ts'

export const noteCasePresenceRoute = mutationRoute({
  operation: 'noteCasePresence',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId/presence',
  requireLogin: requireLookingLogin,
  summary: 'Say that one looks at a case',
  description:
    'Says that the caller looks at the case, or writes, for the next 15 seconds. Returns the other operators who do. It is no change of the ' +
    'case. Login: operator.',
  status: 200,
  success: 'The other operators who look at the case now.',
  errors: viewingErrors.noteCasePresence,
  payload: 'others { person { id login firstname email } writes }',
  optionalBody: true,
  body: { writes: {} },
})
