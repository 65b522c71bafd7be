import { requireAdminLogin } from '../viewer/login.errors.ts'
import { mutationRoute } from '../rest/mutation-route.ts'
import { requestFields } from '../rest/request-fields.ts'
import { idParameter, textVariable } from '../rest/route.ts'
import { createInvitationErrors } from './invitation.errors.ts'

export const createInvitationRoute = mutationRoute({
  operation: 'createInvitation',
  method: 'POST',
  path: '/api/v4/persons/:personId/invitations',
  requireLogin: requireAdminLogin,
  summary: 'Invite a person to the desk',
  status: 201,
  success: 'The link, which is returned only once, and when it ends.',
  errors: createInvitationErrors,
  body: {
    touchpointCode: { read: (value) => textVariable(value) ?? '', required: true },
    validFor: {},
  },
  payload: 'context { simpleProfile { firstname email } } url expiresAt',
  fieldsOutsideBody: (request) => {
    return { personId: idParameter(request, 'personId', 'person'), ...requestFields(request) }
  },
})
