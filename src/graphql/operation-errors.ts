import type { ErrorTable, Problem } from '../cases/case.errors.ts'
import { InternalError } from '../errors.ts'
import { builder } from './builder.ts'

/** Defines an operation's error types (`<Operation>ErrorCode`, `…Problem`, `…Error`) from its table of codes. */
export function defineOperationError<Code extends string>(
  operation: string,
  title: string,
  table: ErrorTable & Record<Code, unknown>,
) {
  const ErrorCode = builder.enumType(`${operation}ErrorCode`, {
    description: 'Exactly the codes of the REST API, letter case included, in the order in which they are checked.',
    values: Object.fromEntries(
      Object.entries(table).map(([code, { description }]) => [code, { value: code, description }]),
    ),
  })

  const ErrorProblem = builder.objectRef<Problem<Code>>(`${operation}Problem`).implement({
    description: `One thing that is wrong with the input of ${title}.`,
    fields: (t) => ({
      code: t.field({ type: ErrorCode, description: 'What is wrong.', resolve: ({ code }) => code }),
      message: t.exposeString('message', { description: 'What is wrong and what is allowed, for people.' }),
      path: t.exposeStringList('path', {
        description: 'Where in the input, for example ["caseData", "severity"]; empty for the input as a whole.',
      }),
    }),
  })

  return builder.objectRef<{ problems: Problem<Code>[] }>(`${operation}Error`).implement({
    description: `The answer of ${title} when the input is refused; nothing was written.`,
    fields: (t) => ({
      code: t.field({
        type: ErrorCode,
        description: "The first problem's code: what REST answers.",
        resolve: ({ problems }) => first(problems).code,
      }),
      message: t.string({
        description: "The first problem's message.",
        resolve: ({ problems }) => first(problems).message,
      }),
      problems: t.field({
        type: [ErrorProblem],
        description: 'Every problem found, in the order in which they are checked.',
        resolve: ({ problems }) => problems,
      }),
    }),
  })
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new InternalError('An operation failed without a problem.')
  return item
}
