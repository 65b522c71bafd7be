import { builder, rootBuilder } from '../../graphql/builder.ts'
import { defineOperationError } from '../../graphql/operation-errors.ts'
import { takeNextCaseErrors } from '../case.errors.ts'
import { CaseObject, ContextObject } from '../case.graphql.ts'
import { requestFields } from '../change/change.graphql.ts'
import { takeNextCase, type TakeNextResult } from './take-next-case.ts'

const TakeNextCaseInput = builder.inputType('TakeNextCaseInput', {
  description: 'The queue to take a case from.',
  fields: (t) => ({
    groupName: t.string({
      description: 'The name of a group of the caller. If it is absent, any active group of the caller.',
    }),
    ...requestFields(t),
  }),
})

const TakeNextCasePayload = builder
  .objectRef<Extract<TakeNextResult, { case: unknown }>>('TakeNextCasePayload')
  .implement({
    description: 'Returned by `takeNextCase` if it succeeds, even if no case is waiting.',
    fields: (t) => ({
      context: t.field({
        type: ContextObject,
        description: 'The session in which the case was taken.',
        resolve: ({ viewer }) => viewer,
      }),
      case: t.field({
        type: CaseObject,
        nullable: true,
        description: 'The case, now assigned to the caller. Null if no case is waiting.',
        resolve: (payload) => payload.case,
      }),
    }),
  })

const TakeNextCaseError = defineOperationError('TakeNextCase', 'takeNextCase', takeNextCaseErrors)

const TakeNextCaseResult = builder.unionType('TakeNextCaseResult', {
  description: 'The case that was taken, or the problems that prevented it.',
  types: [TakeNextCasePayload, TakeNextCaseError],
  resolveType: (result) => ('problems' in result ? TakeNextCaseError : TakeNextCasePayload),
})

rootBuilder.mutationField('takeNextCase', (t) =>
  t.field({
    type: TakeNextCaseResult,
    nullable: true,
    description:
      'Assigns the oldest open case of a group to the caller. Cases of types that the caller is not authorised for are ' +
      'left to others. Login: operator.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: TakeNextCaseInput, required: true, description: 'The queue to take a case from.' }) },
    resolve: (_root, { input }, context) => takeNextCase(context, input),
  }),
)
