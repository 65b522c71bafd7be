import { mutationRoute } from '../../rest/mutation-route.ts'
import { requireReaderLogin, requireViewingLogin } from '../../viewer/login.errors.ts'
import { viewingErrors } from '../case.errors.ts'

export const markCaseReadRoute = mutationRoute({
  operation: 'markCaseRead',
  method: 'PUT',
  path: '/api/v4/cases/:caseInstanceId/read',
  requireLogin: requireReaderLogin,
  summary: 'Mark a case as read or unread',
  description:
    'Says that the caller has read the case up to a version. 0 marks it as unread, and a lower version than the marked one changes ' +
    'nothing. Nobody else sees it, and it is no change of the case. Login: operator.',
  status: 204,
  success: 'The case is marked.',
  errors: viewingErrors.markCaseRead,
  payload: 'case { id }',
  body: { version: { required: true } },
})

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
