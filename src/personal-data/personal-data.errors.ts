import type { ErrorTable } from '../errors/problems.ts'

export const erasePersonErrors = {
  invalidId: { title: 'Invalid person', description: 'There is no such person.' },
  inUse: {
    title: 'Person in use',
    description: 'The person is an operator with open cases, or the last active admin.',
  },
} as const satisfies ErrorTable

export type ErasePersonErrorCode = keyof typeof erasePersonErrors
