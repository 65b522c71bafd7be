import type { ErrorTable } from '../errors.ts'

/** The error codes of configure. */
export const configureErrors = {
  invalidValue: {
    title: 'Invalid value',
    description: 'A value is missing, malformed or out of bounds.',
  },
  unknownReference: {
    title: 'Unknown reference',
    description: 'Something that is referred to exists neither here nor in the input.',
  },
  duplicate: {
    title: 'Duplicate',
    description: 'A key occurs twice in the input, or a new one is taken.',
  },
  inUse: {
    title: 'In use',
    description:
      'The service could not go on with it: for example no default status, the last admin, or another kind of a field ' +
      'that cases use.',
  },
} as const satisfies ErrorTable

export type ConfigureErrorCode = keyof typeof configureErrors
