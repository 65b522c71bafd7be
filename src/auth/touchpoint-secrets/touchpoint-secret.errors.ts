import type { ErrorTable } from '../../errors/problems.ts'

/** The error codes of issueTouchpointSecret, in the order of checks. */
const issueTouchpointSecretErrors = {
  invalidId: { title: 'Invalid touchpoint', description: 'There is no such touchpoint.' },
  tooManySecrets: { title: 'Too many secrets', description: 'The touchpoint has two valid secrets. Revoke one first.' },
} as const satisfies ErrorTable

/** The error codes of revokeTouchpointSecret. */
const revokeTouchpointSecretErrors = {
  invalidId: { title: 'Invalid secret', description: 'There is no such secret, or it belongs to another touchpoint.' },
} as const satisfies ErrorTable

/** The table of each operation: a mutation, and the route with the same name. */
export const touchpointSecretErrors = {
  issueTouchpointSecret: issueTouchpointSecretErrors,
  revokeTouchpointSecret: revokeTouchpointSecretErrors,
} as const

export type IssueTouchpointSecretErrorCode = keyof typeof issueTouchpointSecretErrors
export type RevokeTouchpointSecretErrorCode = keyof typeof revokeTouchpointSecretErrors
