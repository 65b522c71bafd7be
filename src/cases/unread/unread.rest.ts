import { mutationRoute } from '../../rest/mutation-route.ts'
import { requireReaderLogin } from '../../viewer/login.errors.ts'
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
