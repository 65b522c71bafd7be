import type { ErrorTable } from '../errors/problems.ts'

/** The error codes of configure. */
export const configureErrors = {
  invalidValue: {
    title: 'Invalid value',
    description: 'A value is missing, malformed or out of bounds.',
  },
  unknownReference: {
    title: 'Unknown reference',
    description: 'The item refers to something that is neither in the database nor in the input.',
  },
  duplicate: {
    title: 'Duplicate',
    description:
      'A key or list element occurs twice in the input, or a new name, email address or subject is already in use.',
  },
  inUse: {
    title: 'In use',
    description:
      'The change would leave no active default status, default resolution or admin. Or it would change the kind of a field ' +
      'that stored cases have or may have a value for.',
  },
} as const satisfies ErrorTable

export type ConfigureErrorCode = keyof typeof configureErrors

/** How many problems of an input are reported. */
export const maximumProblems = 1_000
