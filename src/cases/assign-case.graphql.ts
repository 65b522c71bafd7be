import { builder } from '../graphql/builder.ts'
import { defineOperationError } from '../graphql/operation-errors.ts'
import { assignCase } from './assign-case.ts'
import { changeFields } from './change-input.graphql.ts'
import { assignCaseErrors } from './case.errors.ts'
import { CaseObject, ContextObject } from './case.graphql.ts'

type Payload = Extract<Awaited<ReturnType<typeof assignCase>>, { case: unknown }>

const AssignCaseInput = builder.inputType('AssignCaseInput', {
  description: 'The assignment of a case. Exactly one of `email` and `groupName` must be sent.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to assign.' }),
    email: t.string({ description: 'The email address of the target operator. Letter case is ignored.' }),
    groupName: t.string({ description: 'The name of the target operator group.' }),
    ...changeFields(t),
  }),
})

const AssignCasePayload = builder.objectRef<Payload>('AssignCasePayload').implement({
  description: 'Returned by `assignCase` if the assignment succeeds.',
  fields: (t) => ({
    context: t.field({
      type: ContextObject,
      description: 'The session in which the change was made.',
      resolve: ({ viewer }) => viewer,
    }),
    case: t.field({
      type: CaseObject,
      description: 'The case after the assignment.',
      resolve: (payload) => payload.case,
    }),
  }),
})

const AssignCaseError = defineOperationError('AssignCase', 'assignCase', assignCaseErrors)

const AssignCaseResult = builder.unionType('AssignCaseResult', {
  description: 'The assigned case, or the problems that prevented the assignment.',
  types: [AssignCasePayload, AssignCaseError],
  resolveType: (result) => ('problems' in result ? AssignCaseError : AssignCasePayload),
})

builder.mutationField('assignCase', (t) =>
  t.field({
    type: AssignCaseResult,
    nullable: true,
    description: 'Assigns a case to one operator or to one group. Login: operator.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: AssignCaseInput, required: true, description: 'The assignment to make.' }) },
    resolve: (_root, { input }, context) => assignCase(context, input),
  }),
)
