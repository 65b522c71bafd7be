import { type ErrorTable, firstProblem, type Problem } from '../errors.ts'
import { builder } from './builder.ts'
import { charged } from './response-size.ts'

/** Defines an operation's error types (`<Operation>ErrorCode`, `…Problem`, `…Error`) from its table of codes. */
export function defineOperationError<Code extends string>(
  operation: string,
  title: string,
  table: ErrorTable & Record<Code, unknown>,
) {
  const ErrorCode = builder.enumType(`${operation}ErrorCode`, {
    description:
      'Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked.',
    values: Object.fromEntries(
      Object.entries(table).map(([code, { description }]) => [code, { value: code, description }]),
    ),
  })

  const ErrorProblem = builder.objectRef<Problem<Code>>(`${operation}Problem`).implement({
    description: `A problem with the input of \`${title}\`.`,
    fields: (t) => ({
      code: t.field({
        type: ErrorCode,
        description: 'The error code.',
        resolve: ({ code }, _args, context) => charged(context, code),
      }),
      message: t.string({
        description: 'An explanation for people: what is wrong and what is allowed.',
        resolve: ({ message }, _args, context) => charged(context, message),
      }),
      path: t.stringList({
        resolve: ({ path }, _args, context) => charged(context, path),
        description:
          'The location in the input, for example ["caseData", "severity"]. ' +
          'Empty if the problem concerns the input as a whole.',
      }),
    }),
  })

  return builder.objectRef<{ problems: Problem<Code>[] }>(`${operation}Error`).implement({
    description: `Returned by \`${title}\` if the input is rejected. Nothing was written.`,
    fields: (t) => ({
      code: t.field({
        type: ErrorCode,
        description: 'The code of the first problem. The REST API returns the same code.',
        resolve: ({ problems }) => firstProblem(problems).code,
      }),
      message: t.string({
        description: 'The message of the first problem.',
        resolve: ({ problems }) => firstProblem(problems).message,
      }),
      problems: t.field({
        type: [ErrorProblem],
        description: 'All problems found, in the order in which they are checked.',
        resolve: ({ problems }) => problems,
      }),
    }),
  })
}
