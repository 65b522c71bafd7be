import type { LoginKind } from '../login-kinds.ts'

/** The login kinds as options take them, in the order in which help lists them. */
export const loginNames = ['operator', 'party', 'consumer', 'admin'] as const satisfies Lowercase<LoginKind>[]
