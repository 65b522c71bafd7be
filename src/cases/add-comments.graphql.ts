import { builder } from '../graphql/builder.ts'
import { addCommentsErrors } from './case.errors.ts'
import { defineCaseResult } from './case-result.graphql.ts'
import { changeFields } from './change-input.graphql.ts'
import { CommentInput } from './comment-input.graphql.ts'
import { addComments } from './add-comments.ts'

const AddCommentsInput = builder.inputType('AddCommentsInput', {
  description: 'The comments to add.',
  fields: (t) => ({
    caseInstanceId: t.id({ required: true, description: 'The ID of the case.' }),
    comments: t.field({
      type: [CommentInput],
      required: true,
      description: 'The comments to add, at most 50.',
    }),
    ...changeFields(t),
  }),
})

const AddCommentsResult = defineCaseResult('AddComments', 'addComments', addCommentsErrors)

builder.mutationField('addComments', (t) =>
  t.field({
    type: AddCommentsResult,
    nullable: true,
    description: 'Adds comments to a case and changes nothing else. Login: operator or party.',
    extensions: { cost: 20 },
    args: { input: t.arg({ type: AddCommentsInput, required: true, description: 'The comments to add.' }) },
    resolve: (_root, { input }, context) => addComments(context, input),
  }),
)
