import type { ErrorTable } from '../errors.ts'
import { builder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { CaseObject, ContextObject } from './case.graphql.ts'
import { isRejected } from './all-changes.ts'
import type { ChangeResult } from './change-result.ts'
import { RejectedChangeObject } from './rejected-change.graphql.ts'

/**
 * Defines the result of a mutation (`<Operation>Result`, `…Payload`, `…Error`) from its table of codes. `several` if a
 * mutation makes several changes.
 */
export function defineCaseResult<Code extends string>(
  operation: string,
  mutation: string,
  table: ErrorTable & Record<Code, unknown>,
  { several = false } = {},
) {
  const Payload = builder.objectRef<Extract<ChangeResult<Code>, { case: unknown }>>(`${operation}Payload`).implement({
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
  return builder.unionType(`${operation}Result`, {
    description: `The case after \`${mutation}\`, or the problems that prevented the change.`,
    types: several ? [Payload, OperationError, RejectedChangeObject] : [Payload, OperationError],
    resolveType(result) {
      if (isRejected(result)) return RejectedChangeObject
      return 'problems' in result ? OperationError : Payload
    },
  })
}
