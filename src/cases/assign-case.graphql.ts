import { builder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { assignCase } from './assign-case.ts'
import { assignCaseErrors } from './case.errors.ts'
import { CaseType, ContextType } from './case.graphql.ts'

type Payload = Extract<Awaited<ReturnType<typeof assignCase>>, { case: unknown }>

const AssignCaseInput = builder.inputType('AssignCaseInput', {
  description: 'Whom to assign a case to: exactly one of email and groupName must be sent.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: "The case's id." }),
    email: t.string({ description: "The target operator's e-mail address; letter case does not count." }),
    groupName: t.string({ description: "The target operator group's name." }),
  }),
})

const AssignCasePayload = builder.objectRef<Payload>('AssignCasePayload').implement({
  description: 'The answer of assignCase when the case is assigned as it was asked for.',
  fields: (t) => ({
    context: t.field({ type: ContextType, description: 'The session.', resolve: ({ viewer }) => viewer }),
    case: t.field({ type: CaseType, description: 'The case after the change.', resolve: (payload) => payload.case }),
  }),
})

const AssignCaseError = defineOperationError('AssignCase', 'assignCase', assignCaseErrors)

const AssignCaseResult = builder.unionType('AssignCaseResult', {
  description: 'The assigned case, or why nothing was changed.',
  types: [AssignCasePayload, AssignCaseError],
  resolveType: (result) => ('problems' in result ? AssignCaseError : AssignCasePayload),
})

builder.mutationField('assignCase', (t) =>
  t.field({
    type: AssignCaseResult,
    description: 'Assigns a case to one operator or to one group. Login: operator.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: AssignCaseInput, required: true, description: 'The assignment.' }) },
    resolve: (_root, { input }, context) => assignCase(context, input),
  }),
)
