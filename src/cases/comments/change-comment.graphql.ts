import { builder } from '../../graphql/builder.ts'
import { commentErrors } from '../case.errors.ts'
import { defineCaseResult } from '../change/case-result.graphql.ts'
import { editComment, type EditedComment, removeComment, type RemovedComment } from './change-comment.ts'
import { CommentObject } from './comments.graphql.ts'
import { changeFields } from '../change/change-input.graphql.ts'

const commentId = { required: true, description: 'The ID of the comment.' } as const

const EditCommentInput = builder.inputType('EditCommentInput', {
  description: 'The new text of a comment.',
  fields: (t) => ({
    commentId: t.id(commentId),
    text: t.string({
      required: true,
      description: 'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
    }),
    ...changeFields(t),
  }),
})

const RemoveCommentInput = builder.inputType('RemoveCommentInput', {
  description: 'The comment to remove.',
  fields: (t) => ({ commentId: t.id(commentId), ...changeFields(t) }),
})

const Edit = defineCaseResult<EditedComment>('EditComment', 'editComment', commentErrors)
const Remove = defineCaseResult<RemovedComment>('RemoveComment', 'removeComment', commentErrors)

builder.objectField(Edit.Payload, 'comment', (t) =>
  t.field({
    type: CommentObject,
    description: 'The comment after the change. In a dry run, the comment as it is stored.',
    resolve: ({ comment }) => comment,
  }),
)
builder.objectField(Remove.Payload, 'commentId', (t) =>
  t.exposeID('commentId', { description: 'The ID of the removed comment.' }),
)

const whoMay =
  'Permitted for the author within 15 minutes, and for operators who may modify the case. Login: operator or party.'

builder.mutationFields((t) => ({
  editComment: t.field({
    type: Edit.Result,
    nullable: true,
    description: `Replaces the text of a comment. ${whoMay}`,
    extensions: { cost: 20 },
    args: { input: t.arg({ type: EditCommentInput, required: true, description: 'The new text.' }) },
    resolve: (_root, { input }, context) => editComment(context, input),
  }),
  removeComment: t.field({
    type: Remove.Result,
    nullable: true,
    description: `Removes a comment. Operators can still read its text in the history. ${whoMay}`,
    extensions: { cost: 20 },
    args: { input: t.arg({ type: RemoveCommentInput, required: true, description: 'The comment to remove.' }) },
    resolve: (_root, { input }, context) => removeComment(context, input),
  }),
}))
