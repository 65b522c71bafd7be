import type { ErrorTable } from '../errors/problems.ts'

/** In the order of checks. The REST API and the enum of the schema are derived from this table. */
export const erasePersonErrors = {
  invalidId: { title: 'Invalid person', description: 'There is no such person.' },
  inUse: {
    title: 'Person in use',
    description: 'The person is an operator with open cases, or the last active admin.',
  },
} as const satisfies ErrorTable

export type ErasePersonErrorCode = keyof typeof erasePersonErrors
