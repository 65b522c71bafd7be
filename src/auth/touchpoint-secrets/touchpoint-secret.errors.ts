import type { ErrorTable } from '../../errors/problems.ts'

/** The error codes of each operation, a mutation and the route with the same name, in the order of checks. */
export const touchpointSecretErrors = {
  issueTouchpointSecret: {
    invalidId: { title: 'Invalid touchpoint', description: 'There is no such touchpoint.' },
    tooManySecrets: {
      title: 'Too many secrets',
      description: 'The touchpoint has two valid secrets. Revoke one first.',
    },
  },
  revokeTouchpointSecret: {
    invalidId: {
      title: 'Invalid secret',
      description: 'There is no such secret, or it belongs to another touchpoint.',
    },
  },
} as const satisfies Record<string, ErrorTable>

export type IssueTouchpointSecretErrorCode = keyof typeof touchpointSecretErrors.issueTouchpointSecret
