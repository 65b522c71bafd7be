import { builder } from '../../graphql/builder.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { editComment, removeComment } from './change-comment.ts'
import { CommentObject } from './comments.graphql.ts'

const commentId = { required: true, description: 'The ID of the comment.' } as const
const whoMay = 'Permitted for the author within 15 minutes, and for operators who may modify the case.'

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

defineChange('editComment', {
  description: `Replaces the text of a comment. ${whoMay}`,
  login: 'operator or party',
  input: EditCommentInput,
  argument: 'The new text.',
  resolve: editComment,
  more: (t) => ({
    comment: t.expose('comment', {
      type: CommentObject,
      description: 'The comment after the change. In a dry run, the comment as it is stored.',
    }),
  }),
})

const RemoveCommentInput = builder.inputType('RemoveCommentInput', {
  description: 'The comment to remove.',
  fields: (t) => ({ commentId: t.id(commentId), ...changeFields(t) }),
})

defineChange('removeComment', {
  description: `Removes a comment. Operators can still read its text in the history. ${whoMay}`,
  login: 'operator or party',
  input: RemoveCommentInput,
  argument: 'The comment to remove.',
  resolve: removeComment,
  more: (t) => ({ commentId: t.exposeID('commentId', { description: 'The ID of the removed comment.' }) }),
})
