/** Not a list of types, because generators of validators do not support it. */
const caseDataValues = ['boolean', 'number', 'string'].map((type) => ({ type }))

/** JSON Schema of `caseData` in the bodies of creations and updates. */
export const caseDataSchema = (description: string) => ({
  description: `${description} Decimals may be sent as strings.`,
  oneOf: [{ type: 'object', additionalProperties: { oneOf: caseDataValues } }, { type: 'null' }],
})

const commentText = {
  type: 'string',
  minLength: 1,
  maxLength: 10_000,
  description: 'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
}

/** JSON Schema of `comments`, which REST also accepts as texts. */
export const commentsSchema = (description: string) => ({
  description,
  oneOf: [
    {
      type: 'array',
      maxItems: 50,
      items: { oneOf: [commentText, { $ref: '#/components/schemas/CommentInput' }] },
    },
    { type: 'null' },
  ],
})

/** JSON Schema of the codes where they are required. */
export const codeSchemas = {
  categoryCode: { type: 'string', minLength: 1, description: 'The code of the case category.' },
  typeCode: { type: 'string', minLength: 1, description: 'The code of the case type.' },
}
