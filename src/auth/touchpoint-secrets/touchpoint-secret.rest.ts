import { mutationRoute } from '../../rest/mutation-route.ts'
import { touchpointSecretErrors } from './touchpoint-secret.errors.ts'

const path = '/api/v4/touchpoints/:touchpointCode/secrets'

export const issueTouchpointSecretRoute = mutationRoute({
  operation: 'issueTouchpointSecret',
  method: 'POST',
  path,
  summary: 'Issue a secret of a touchpoint',
  status: 201,
  success: 'The secret, which is returned only once.',
  errors: touchpointSecretErrors.issueTouchpointSecret,
  payload: 'context { simpleProfile { firstname email } } secret touchpointSecret { id createdAt lastUsedAt }',
})

export const revokeTouchpointSecretRoute = mutationRoute({
  operation: 'revokeTouchpointSecret',
  method: 'DELETE',
  path: `${path}/:secretId`,
  summary: 'Revoke a secret of a touchpoint',
  status: 204,
  success: 'The secret is revoked.',
  payload: 'context { simpleProfile { firstname } }',
  named: 'secret',
})
