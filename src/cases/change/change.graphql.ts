import type { FieldMap, GenericInputFieldRef, InputFieldMap, InputRef } from '@pothos/core'
import { contextField } from '../../auth/context.graphql.ts'
import type { RequestContext } from '../../context.ts'
import type { Problem } from '../../errors/problems.ts'
import { builder, type ObjectFieldBuilder, rootBuilder } from '../../graphql/schema/builder.ts'
import { defineMutation } from '../../graphql/schema/mutation.ts'
import { MutationErrorInterface, ProblemInterface } from '../../graphql/schema/operation-errors.ts'
import { type OperationName, operationErrors } from '../case.errors.ts'
import type { CaseRow } from '../case-facts.ts'
import { CaseObject } from '../case.graphql.ts'
import { bulk, type RejectedChange } from './bulk.ts'
import type { ChangeResult } from './case-answer.ts'
import type { ChangeInput } from './change-case.ts'

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

const expectedVersion = {
  description:
    'The version of the case that the caller has read. If the case has another version, nothing is written and the ' +
    'error is `PRECONDITION_FAILED`. Its extensions contain `currentVersion`, `changedFields` and `commentsAdded`. ' +
    'Added comments are not among the changed fields.',
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

/** The fields of an input besides those that all changes have. */
type FieldsOf<Input> = {
  [Name in keyof Input as Exclude<Name, keyof ChangeInput>]: GenericInputFieldRef<Input[Name]>
}

interface ChangeMutation<Input extends object, More> {
  description: string
  /** Who may use it. Appended to the description. */
  login: 'operator' | 'operator or party'
  /** The description of the input. */
  input: string
  /** The description of the ID of the case in the input. Absent if it has none. */
  caseId?: string
  fields?(t: InputFields): FieldsOf<Input>
  /** Whether there is no case before it, and so no version that is expected. */
  isCreation?: true
  /** The description of the argument. */
  argument: string
  resolve(context: RequestContext, input: Input): Promise<ChangeResult<string, More>>
  /** A mutation that makes up to 100 of these changes. */
  several?: { mutation: string; description: string; argument: string }
  more?(t: ObjectFieldBuilder<Changed & More>): FieldMap
}

/** Defines a mutation of one case, with its types `<Mutation>Input`, `…Payload`, `…Error` and `…Result`. */
export function defineChange<Input extends object, More>(
  mutation: OperationName,
  change: ChangeMutation<Input, More>,
): void {
  const { description, login, argument, several, more, resolve } = change
  const input = inputOf(mutation, change)
  const ResultUnion = defineMutation<Input, ChangeResult<string, More>, Changed & More>(mutation, {
    input,
    argument,
    description: `${description} Login: ${login}.`,
    payload: (t) => ({
      context: contextField(t, 'The session in which the change was made.'),
      case: t.field({
        type: CaseObject,
        description: 'The case after the change.',
        resolve: (payload): CaseRow => payload.case,
      }),
      ...more?.(t),
    }),
    result: `The case after \`${mutation}\`, or the problems that prevented the change.`,
    errors: operationErrors[mutation],
    resolve,
    ...(several && { rejected: RejectedChangeObject }),
  })
  if (several) {
    const InputObject: InputRef<object> = input
    rootBuilder.mutationField(several.mutation, (t) =>
      t.field({
        type: [ResultUnion],
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
}

function inputOf<Input extends object, More>(
  mutation: OperationName,
  { input: description, caseId, fields, isCreation }: ChangeMutation<Input, More>,
): InputRef<Input> {
  const name = `${mutation.replace(/^./, (letter) => letter.toUpperCase())}Input`
  const input: InputRef<object> = builder.inputType(name, {
    description,
    fields: (t): InputFieldMap => ({
      ...(caseId !== undefined && { caseInstanceId: t.id({ required: true, description: caseId }) }),
      ...fields?.(t),
      ...(!isCreation && { expectedVersion: t.int(expectedVersion) }),
      ...requestFields(t),
    }),
  })
  return input as InputRef<Input>
}
