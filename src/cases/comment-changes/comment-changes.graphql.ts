import { defineChange } from '../change/change.graphql.ts'
import { addComments, editComment, removeComment } from './change-comments.ts'
import { CommentInput } from '../values/case-values.graphql.ts'
import { CommentObject } from '../timeline/comments.graphql.ts'
import { readAddedComments } from '../timeline/comment-pages.ts'

// The texts come from the request, which has at most 256 KiB. Escaped, they have twice its size at most.
const maximumBytes = 512 * 1024

defineChange('addComments', {
  description: 'Adds comments to a case and changes nothing else.',
  login: 'operator or party',
  input: 'The comments to add.',
  caseId: 'The ID of the case.',
  fields: (t) => ({
    comments: t.field({
      type: [CommentInput],
      required: true,
      description: 'The comments to add, at most 50.',
    }),
  }),
  argument: 'The comments to add.',
  resolve: addComments,
  more: (t) => ({
    comments: t.field({
      type: [CommentObject],
      description:
        'The added comments, in the order of the input. Empty in a dry run. In the response to a repeated request, parties do ' +
        'not see comments that have been removed since.',
      extensions: { cost: 10, items: 50, maximumBytes },
      resolve: (added, _args, context) =>
        added.isAdded ? readAddedComments(context.services.database, added, context.responseBudget) : [],
    }),
  }),
})

const commentId = { required: true, description: 'The ID of the comment.' } as const
const whoMay = 'Permitted for the author within 15 minutes, and for operators who may modify the case.'

defineChange('editComment', {
  description: `Replaces the text of a comment. ${whoMay}`,
  login: 'operator or party',
  input: 'The new text of a comment.',
  fields: (t) => ({
    commentId: t.id(commentId),
    text: t.string({
      required: true,
      description: 'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
    }),
  }),
  argument: 'The new text.',
  resolve: editComment,
  more: (t) => ({
    comment: t.expose('comment', {
      type: CommentObject,
      description: 'The comment after the change. In a dry run, the comment as it is stored.',
    }),
  }),
})

defineChange('removeComment', {
  description: `Removes a comment. Operators can still read its text in the history. ${whoMay}`,
  login: 'operator or party',
  input: 'The comment to remove.',
  fields: (t) => ({ commentId: t.id(commentId) }),
  argument: 'The comment to remove.',
  resolve: removeComment,
  more: (t) => ({ commentId: t.exposeID('commentId', { description: 'The ID of the removed comment.' }) }),
})
