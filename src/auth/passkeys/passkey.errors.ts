import type { ErrorTable } from '../../errors/problems.ts'

/** The error codes of each operation, a mutation and the route with the same name, in the order of checks. */
export const passkeyErrors = {
  removePasskey: {
    invalidId: {
      title: 'Invalid passkey',
      description: 'There is no such passkey, or it belongs to another person and the caller is no admin.',
    },
  },
  renamePasskey: {
    invalidId: { title: 'Invalid passkey', description: 'The caller has no such passkey.' },
  },
} as const satisfies Record<string, ErrorTable>
