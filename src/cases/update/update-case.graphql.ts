import { builder } from '../../graphql/builder.ts'
import { CommentInput } from '../comments/comment-input.graphql.ts'
import { bulk } from '../change/bulk.ts'
import { changeFields } from '../change/change-input.graphql.ts'
import { updateCaseErrors } from '../case.errors.ts'
import { defineCaseResult } from '../change/case-result.graphql.ts'
import { updateCase } from './update-case.ts'

const UpdateCaseInput = builder.inputType('UpdateCaseInput', {
  description: 'The changes to a case. Fields that are absent or null keep their current value.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case to update.' }),
    categoryCode: t.string({
      description:
        'The code of the case category. Required: if it is missing, the result is the error `CodeRequired`, ' +
        'not a GraphQL error.',
    }),
    typeCode: t.string({
      description:
        'The code of the case type. Required: if it is missing, the result is the error `CodeRequired`, ' +
        'not a GraphQL error.',
    }),
    status: t.string({ description: 'The name of the new status.' }),
    resolution: t.string({ description: 'The name of the new resolution.' }),
    comments: t.field({
      type: [CommentInput],
      description: 'Comments to add, at most 50. Existing comments are kept.',
    }),
    caseData: t.field({
      type: 'JSON',
      description:
        'The case data, as an object keyed by field name. It must contain every field that the case type defines, ' +
        'and replaces the stored data. Any other value results in the error `invalidCaseField`, not in a GraphQL error.',
    }),
    ...changeFields(t),
  }),
})

const { Result: UpdateCaseResult } = defineCaseResult('UpdateCase', 'updateCase', updateCaseErrors, { several: true })

builder.mutationFields((t) => ({
  updateCase: t.field({
    type: UpdateCaseResult,
    nullable: true,
    description: 'Updates a case and adds comments to it. Login: operator or party.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: UpdateCaseInput, required: true, description: 'The changes to make.' }) },
    resolve: (_root, { input }, context) => updateCase(context, input),
  }),
  updateCases: t.field({
    type: [UpdateCaseResult],
    nullable: true,
    description:
      'Updates up to 100 cases. Returns a result for each input, in the same order. One that fails stops no other. ' +
      'Login: operator or party.',
    extensions: { cost: 200, items: 20 },
    args: { inputs: t.arg({ type: [UpdateCaseInput], required: true, description: 'The changes to make.' }) },
    resolve: (_root, { inputs }, context) => bulk(context, inputs, updateCase),
  }),
}))
