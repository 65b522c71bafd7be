import { builder } from '../../graphql/builder.ts'
import { changeFields, defineChange } from '../change/change.graphql.ts'
import { readAddedComments } from './read-comments.ts'
import { addComments } from './add-comments.ts'
import { CommentInput } from './comment-input.graphql.ts'
import { CommentObject } from './comments.graphql.ts'

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

// The texts come from the request, which has at most 256 KiB. Escaped, they have twice its size at most.
const maximumBytes = 512 * 1024

defineChange('addComments', {
  description: 'Adds comments to a case and changes nothing else.',
  login: 'operator or party',
  input: AddCommentsInput,
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
