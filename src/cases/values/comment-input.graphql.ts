import { builder } from '../../graphql/schema/builder.ts'

export const CommentInput = builder.inputType('CommentInput', {
  description: 'A comment to add.',
  fields: (t) => ({
    text: t.string({
      required: true,
      description:
        'The text, with 1 to 10,000 characters after leading and trailing white space is removed. It may be empty if the ' +
        'comment has files.',
      extensions: { jsonSchema: { maxLength: 10_000 } },
    }),
    internal: t.boolean({
      description:
        'Whether the comment is visible to operators only. False if absent. Parties cannot add internal comments.',
    }),
    attachmentIds: t.idList({
      description:
        'The IDs of up to 10 files that the caller uploaded and that are not yet part of a comment. A file is named only ' +
        'once in a request.',
      extensions: { jsonSchema: { maxItems: 10 } },
    }),
  }),
})
