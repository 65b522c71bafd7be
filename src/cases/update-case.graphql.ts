import { builder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { updateCaseErrors } from './case.errors.ts'
import { CaseType, ContextType } from './case.graphql.ts'
import { updateCase } from './update-case.ts'

type Payload = Extract<Awaited<ReturnType<typeof updateCase>>, { case: unknown }>

const CommentInput = builder.inputType('CommentInput', {
  description: 'A comment to add.',
  fields: (t) => ({
    text: t.string({ required: true, description: 'The text: 1 to 10,000 characters once trimmed.' }),
    internal: t.boolean({ defaultValue: false, description: 'Internal comments are for operators only.' }),
  }),
})

const UpdateCaseInput = builder.inputType('UpdateCaseInput', {
  description: 'What to change of a case; what is absent or null stays as it is.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: "The case's id." }),
    categoryCode: t.string({
      description: 'Must be sent; when it is not, the result is the error CodeRequired, not a GraphQL error.',
    }),
    typeCode: t.string({
      description: 'Must be sent; when it is not, the result is the error CodeRequired, not a GraphQL error.',
    }),
    status: t.string({ description: 'The name of the new status.' }),
    resolution: t.string({ description: 'The name of the new resolution.' }),
    comments: t.field({ type: [CommentInput], description: 'Comments to add, at most 50.' }),
    caseData: t.field({
      type: 'JSON',
      description: 'An object by field name; anything else is the error invalidCaseField, not a GraphQL error.',
    }),
  }),
})

const UpdateCasePayload = builder.objectRef<Payload>('UpdateCasePayload').implement({
  description: 'The answer of updateCase when the case is as it was asked for.',
  fields: (t) => ({
    context: t.field({ type: ContextType, description: 'The session.', resolve: ({ viewer }) => viewer }),
    case: t.field({ type: CaseType, description: 'The case after the change.', resolve: (payload) => payload.case }),
  }),
})

const UpdateCaseError = defineOperationError('UpdateCase', 'updateCase', updateCaseErrors)

const UpdateCaseResult = builder.unionType('UpdateCaseResult', {
  description: 'The changed case, or why nothing was changed.',
  types: [UpdateCasePayload, UpdateCaseError],
  resolveType: (result) => ('problems' in result ? UpdateCaseError : UpdateCasePayload),
})

builder.mutationField('updateCase', (t) =>
  t.field({
    type: UpdateCaseResult,
    description: 'Changes a case. Login: operator or party.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: UpdateCaseInput, required: true, description: 'The change.' }) },
    resolve: (_root, { input }, context) => updateCase(context, input),
  }),
)
