import type { builder } from '../../graphql/builder.ts'

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** The input fields for safe retries and dry runs, which all mutations have. */
export function requestFields(t: InputFields) {
  return {
    idempotencyKey: t.string({
      description:
        'A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the ' +
        'same input again within 24 hours, it gets the first answer and nothing is written. With another input, the ' +
        'error is `CONFLICT`. If the caller may no longer see the case, the result is the error `invalidId`.',
    }),
    dryRun: t.boolean({
      description:
        'Whether to check everything and return the result without writing anything. False by default. Comments, ' +
        'history and their counts in the result are the stored ones, without what the change would add or edit.',
    }),
  }
}

/** The input fields of mutations that change an existing case. */
export function changeFields(t: InputFields) {
  return {
    expectedVersion: t.int({
      description:
        'The version of the case that the caller saw. If the case has another version, nothing is written and the ' +
        'error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. ' +
        'Added comments are not among the changed fields.',
    }),
    ...requestFields(t),
  }
}
