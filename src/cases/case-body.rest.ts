/** Not a list of types, because generators of validators do not support it. */
const caseDataValues = ['boolean', 'number', 'string'].map((type) => ({ type }))

/** JSON Schema of `caseData` in the bodies of changes. `more` are further values of a field. */
export const caseDataSchema = (description: string, more: object[] = []) => ({
  description: `${description} Decimals may be sent as strings.`,
  oneOf: [{ type: 'object', additionalProperties: { oneOf: [...caseDataValues, ...more] } }, { type: 'null' }],
})

const commentText = {
  type: 'string',
  minLength: 1,
  maxLength: 10_000,
  description: 'The text, with 1 to 10,000 characters after leading and trailing white space is removed.',
}

const commentList = {
  type: 'array',
  maxItems: 50,
  items: { oneOf: [commentText, { $ref: '#/components/schemas/CommentInput' }] },
}

/** JSON Schema of `comments`, which REST also accepts as texts. */
export const commentsSchema = (description: string) => ({ description, oneOf: [commentList, { type: 'null' }] })
export const requiredCommentsSchema = { description: 'The comments to add, at most 50.', ...commentList }

/** JSON Schema of the codes where they are required. */
export const codeSchemas = {
  categoryCode: { type: 'string', minLength: 1, description: 'The code of the case category.' },
  typeCode: { type: 'string', minLength: 1, description: 'The code of the case type.' },
}
