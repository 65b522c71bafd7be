import { builder } from '../../graphql/schema/builder.ts'
import { CaseObject } from '../case.graphql.ts'
import { type SavedReply, savedReplies } from './saved-replies.ts'

const SavedReplyObject = builder.objectRef<SavedReply>('SavedReply').implement({
  description: 'A saved reply, with the values of the case in place of its placeholders.',
  fields: (t) => ({
    code: t.exposeString('code', {
      nullable: true,
      description: 'The code in the configuration. Null for the default answer of the type category.',
    }),
    label: t.exposeString('label', { description: 'The label that operators see.' }),
    text: t.exposeString('text', {
      description: 'The text. The operator can change it before adding it as a comment.',
    }),
  }),
})

builder.objectField(CaseObject, 'savedReplies', (t) =>
  t.field({
    type: [SavedReplyObject],
    description:
      'The replies that are offered for the type category of the case: its default answer, then the active saved replies by label ' +
      'and code. Empty unless the caller is an operator who may add comments to the case.',
    extensions: { items: 20 },
    resolve: (row, _args, context) => savedReplies(context, row),
  }),
)
