import type { InputRef } from '@pothos/core'
import type { RequestContext } from '../../context.ts'
import type { Problem } from '../../errors.ts'
import { builder, rootBuilder } from '../../graphql/builder.ts'
import { defineOperationError, MutationErrorInterface, ProblemInterface } from '../../graphql/operation-errors.ts'
import { type OperationName, operationErrors } from '../case.errors.ts'
import { CaseObject, ContextObject } from '../case.graphql.ts'
import { bulk, isRejected, type RejectedChange } from './bulk.ts'
import type { ChangeResult } from './change-result.ts'

type Changed = Extract<ChangeResult<string>, { case: unknown }>
type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** The input fields for safe retries and dry runs, which all mutations have. */
export function requestFields(t: InputFields) {
  return {
    idempotencyKey: t.string({
      description:
        'A key of 1 to 255 characters that identifies the request. If the same session sends the same key with the ' +
        'same input again within 24 hours, it gets the first result and nothing is written. With another input, the ' +
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
        'The version of the case that the caller has read. If the case has another version, nothing is written and the ' +
        'error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. ' +
        'Added comments are not among the changed fields.',
    }),
    ...requestFields(t),
  }
}

const RejectedChangeProblem = builder.objectRef<Problem<string>>('RejectedChangeProblem').implement({
  description: 'A problem with one input of a mutation with several inputs.',
  interfaces: [ProblemInterface],
})

const RejectedChangeObject = builder.objectRef<RejectedChange>('RejectedChange').implement({
  description:
    'Returned only by mutations with several inputs, in place of a GraphQL error: an error of one input must not take ' +
    'away the results of the others.',
  interfaces: [MutationErrorInterface],
  fields: (t) => ({
    errorCode: t.string({
      description:
        'The code that the error would have in `extensions.code` if the change had been sent on its own, for example ' +
        '`PRECONDITION_FAILED`.',
      resolve: ({ rejection }) => rejection.code,
    }),
    problems: t.expose('problems', {
      type: [RejectedChangeProblem],
      description: 'All problems found. The path is empty if the error does not concern a part of the input.',
    }),
    details: t.field({
      type: 'JSON',
      description:
        'The other `extensions` of the GraphQL error, for example `currentVersion`. Empty if there are none.',
      resolve: ({ rejection: { details, problems: all }, problems }) => ({
        ...(all && { problems: all.slice(0, problems.length) }),
        ...details,
      }),
    }),
  }),
})

interface ChangeMutation<Input extends object, More> {
  /** What the mutation does. */
  description: string
  /** Who may use it. Appended to the description. */
  login: 'operator' | 'operator or party'
  input: InputRef<Input>
  /** The description of the argument. */
  argument: string
  resolve(context: RequestContext, input: NoInfer<Input>): Promise<ChangeResult<string, More>>
  /** A mutation that makes up to 100 of these changes. */
  several?: { mutation: string; description: string; argument: string }
}

/**
 * Defines a mutation of one case, with its types `<Mutation>Input`, `…Payload`, `…Error` and `…Result`. Returns the payload,
 * to which fields for the members of `More` can be added.
 */
export function defineChange<Input extends object, More>(
  mutation: OperationName,
  { description, login, input, argument, resolve, several }: ChangeMutation<Input, More>,
): ReturnType<typeof builder.objectRef<Changed & More>> {
  const operation = mutation.replace(/^./, (letter) => letter.toUpperCase())
  const InputObject: InputRef<object> = input
  const Payload = builder.objectRef<Changed>(`${operation}Payload`).implement({
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
  const ErrorObject = defineOperationError(operation, mutation, operationErrors[mutation])
  const Result = builder.unionType(`${operation}Result`, {
    description: `The case after \`${mutation}\`, or the problems that prevented the change.`,
    types: several ? [Payload, ErrorObject, RejectedChangeObject] : [Payload, ErrorObject],
    resolveType(result) {
      if (isRejected(result)) return RejectedChangeObject
      return 'problems' in result ? ErrorObject : Payload
    },
  })
  rootBuilder.mutationField(mutation, (t) =>
    t.field({
      type: Result,
      nullable: true,
      description: `${description} Login: ${login}.`,
      extensions: { cost: 20 },
      args: { input: t.arg({ type: InputObject, required: true, description: argument }) },
      resolve: (_root, args, context) => resolve(context, args.input as Input),
    }),
  )
  if (several) {
    rootBuilder.mutationField(several.mutation, (t) =>
      t.field({
        type: [Result],
        nullable: true,
        description:
          `${several.description} Returns a result for each input, in the same order. A change that fails does not stop the others. ` +
          `Login: ${login}.`,
        extensions: { cost: 200, items: 20 },
        args: { inputs: t.arg({ type: [InputObject], required: true, description: several.argument }) },
        resolve: (_root, args, context) => bulk(context, args.inputs as Input[], resolve),
      }),
    )
  }
  return Payload as ReturnType<typeof builder.objectRef<Changed & More>>
}
