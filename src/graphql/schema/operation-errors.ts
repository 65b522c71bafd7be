import { type ErrorTable, firstProblem, type Problem } from '../../errors/problems.ts'
import { builder } from './builder.ts'
import { charged } from '../limits/response-size.ts'

export const ProblemInterface = builder.interfaceRef<Problem<string>>('Problem').implement({
  description: 'A problem with the input of an operation.',
  fields: (t) => ({
    message: t.string({
      description: 'An explanation for people: what is wrong and what is allowed.',
      resolve: ({ message }, _args, context) => charged(context, message),
    }),
    path: t.stringList({
      description:
        'The location in the input, for example ["caseData", "severity"]. ' +
        'Empty if the problem concerns the input as a whole.',
      resolve: ({ path }, _args, context) => charged(context, path),
    }),
    errorCode: t.string({
      description:
        'The code as a string, so that one selection fits all operations. If the type has `code`, both are equal.',
      resolve: ({ code }, _args, context) => charged(context, code),
    }),
  }),
})

export const MutationErrorInterface = builder.interfaceRef<{ problems: Problem<string>[] }>('MutationError').implement({
  description: 'Returned by an operation if its input is rejected. Nothing was written.',
  fields: (t) => ({
    message: t.string({
      description: 'The message of the first problem.',
      resolve: ({ problems }) => firstProblem(problems).message,
    }),
    problems: t.expose('problems', {
      type: [ProblemInterface],
      description: 'All problems found, in the order in which they are checked.',
    }),
  }),
})

/** Defines an operation's error types (`<Operation>ErrorCode`, `…Problem`, `…Error`) from its table of codes. */
export function defineOperationError(operation: string, title: string, table: ErrorTable) {
  const ErrorCode = builder.enumType(`${operation}ErrorCode`, {
    description:
      'Exactly the codes of the REST API, letter case included. Listed in the order in which they are checked.',
    values: table,
  })

  const ErrorProblem = builder.objectRef<Problem<string>>(`${operation}Problem`).implement({
    description: `A problem with the input of \`${title}\`.`,
    interfaces: [ProblemInterface],
    fields: (t) => ({
      code: t.field({
        type: ErrorCode,
        description: 'The error code.',
        resolve: ({ code }, _args, context) => charged(context, code),
      }),
    }),
  })

  return builder.objectRef<{ problems: Problem<string>[] }>(`${operation}Error`).implement({
    description: `Returned by \`${title}\` if the input is rejected. Nothing was written.`,
    interfaces: [MutationErrorInterface],
    fields: (t) => ({
      code: t.field({
        type: ErrorCode,
        description: 'The code of the first problem. The REST API returns the same code.',
        resolve: ({ problems }) => firstProblem(problems).code,
      }),
      problems: t.expose('problems', {
        type: [ErrorProblem],
        description: 'All problems found, in the order in which they are checked.',
      }),
    }),
  })
}
