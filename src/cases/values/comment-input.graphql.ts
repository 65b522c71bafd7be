import { builder } from '../../graphql/schema/builder.ts'

export const CommentInput = builder.inputType('CommentInput', {
  description: 'A comment to add.',
  fields: (t) => ({
    text: t.string({
      required: true,
      description: 'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
      extensions: { jsonSchema: { minLength: 1, maxLength: 10_000 } },
    }),
    internal: t.boolean({
      description:
        'Whether the comment is visible to operators only. False if absent. Parties cannot add internal comments.',
    }),
  }),
})
