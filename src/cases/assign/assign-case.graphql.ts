import { builder } from '../../graphql/builder.ts'
import { assignCase } from './assign-case.ts'
import { bulk } from '../change/bulk.ts'
import { changeFields } from '../change/change-input.graphql.ts'
import { assignCaseErrors } from '../case.errors.ts'
import { defineCaseResult } from '../change/case-result.graphql.ts'

const AssignCaseInput = builder.inputType('AssignCaseInput', {
  description: 'The assignment of a case. Exactly one of `email` and `groupName` must be sent.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to assign.' }),
    email: t.string({ description: 'The email address of the target operator. Letter case is ignored.' }),
    groupName: t.string({ description: 'The name of the target operator group.' }),
    ...changeFields(t),
  }),
})

const { Result: AssignCaseResult } = defineCaseResult('AssignCase', 'assignCase', assignCaseErrors, { several: true })

builder.mutationFields((t) => ({
  assignCase: t.field({
    type: AssignCaseResult,
    nullable: true,
    description: 'Assigns a case to one operator or to one group. Login: operator.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: AssignCaseInput, required: true, description: 'The assignment to make.' }) },
    resolve: (_root, { input }, context) => assignCase(context, input),
  }),
  assignCases: t.field({
    type: [AssignCaseResult],
    nullable: true,
    description:
      'Assigns up to 100 cases. Returns a result for each input, in the same order. One that fails stops no other. ' +
      'Login: operator.',
    extensions: { cost: 200, items: 20 },
    args: { inputs: t.arg({ type: [AssignCaseInput], required: true, description: 'The assignments to make.' }) },
    resolve: (_root, { inputs }, context) => bulk(context, inputs, assignCase),
  }),
}))
