import type { ErrorTable } from '../../errors/problems.ts'

/** In the order of checks. The REST API and the enum of the schema are derived from this table. */
export const createSessionErrors = {
  loginNotAllowed: {
    title: 'Login not allowed',
    description: 'The touchpoint may not create sessions of this login kind.',
  },
  personNotValid: {
    title: 'Invalid person',
    description:
      'No active person of this login kind has this email address, and the person was not registered: `firstname` is ' +
      'missing, the touchpoint does not register persons of this login kind, or `email` is not an email address.',
  },
  blocked: { title: 'Person blocked', description: 'The person is blocked.' },
} as const satisfies ErrorTable

export const revokeSessionsErrors = {
  invalidId: {
    title: 'Invalid session, person or touchpoint',
    description: 'There is no such session, person or touchpoint, or the caller may not revoke it.',
  },
} as const satisfies ErrorTable

export type CreateSessionErrorCode = keyof typeof createSessionErrors
export type RevokeSessionsErrorCode = keyof typeof revokeSessionsErrors
