import { builder } from '../../graphql/builder.ts'
import { unassignCaseErrors } from '../case.errors.ts'
import { defineCaseResult } from '../change/case-result.graphql.ts'
import { changeFields } from '../change/change-input.graphql.ts'
import { unassignCase } from './unassign-case.ts'

const UnassignCaseInput = builder.inputType('UnassignCaseInput', {
  description: 'The case to unassign.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case.' }),
    ...changeFields(t),
  }),
})

const { Result: UnassignCaseResult } = defineCaseResult('UnassignCase', 'unassignCase', unassignCaseErrors)

builder.mutationField('unassignCase', (t) =>
  t.field({
    type: UnassignCaseResult,
    nullable: true,
    description: 'Removes the assignee or the group of a case. Login: operator.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: UnassignCaseInput, required: true, description: 'The case to unassign.' }) },
    resolve: (_root, { input }, context) => unassignCase(context, input),
  }),
)
