import type { ErrorTable } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { defineOperationError } from '../../graphql/operation-errors.ts'
import { CaseObject, ContextObject } from '../case.graphql.ts'
import { isRejected } from './bulk.ts'
import type { ChangeResult } from './change-result.ts'
import { RejectedChangeObject } from './rejected-change.graphql.ts'

type Changed = Extract<ChangeResult<string>, { case: unknown }>

/**
 * Defines the result of a mutation (`<Operation>Result`, `…Payload`, `…Error`) from its table of codes. `several` if a
 * mutation makes several changes. `More` are further members of a success, whose fields are added to the payload.
 */
export function defineCaseResult<More extends object = object>(
  operation: string,
  mutation: string,
  table: ErrorTable,
  { several = false } = {},
) {
  const Payload = builder.objectRef<Changed & More>(`${operation}Payload`).implement({
    description: `Returned by \`${mutation}\` if it succeeds.`,
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session in which the change was made.',
        resolve: ({ viewer }) => viewer,
      }),
      case: t.field({
        type: CaseObject,
        description: 'The case after the change.',
        resolve: (payload) => payload.case,
      }),
    }),
  })
  const OperationError = defineOperationError(operation, mutation, table)
  const Result = builder.unionType(`${operation}Result`, {
    description: `The case after \`${mutation}\`, or the problems that prevented the change.`,
    types: several ? [Payload, OperationError, RejectedChangeObject] : [Payload, OperationError],
    resolveType(result) {
      if (isRejected(result)) return RejectedChangeObject
      return 'problems' in result ? OperationError : Payload
    },
  })
  return { Payload, Result }
}
