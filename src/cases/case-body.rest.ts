import type { Member } from '../rest/mutation-route.ts'
import { textVariable } from '../rest/route.ts'
import { checkComments } from './comments/comment.rules.ts'

/** A text that the schema describes. */
export const text: Member = { read: textVariable }

/** A text that must be sent. A missing one is empty, which is never valid. */
export const requiredText: Member = { read: (value) => textVariable(value) ?? '', required: true }

const code = (description: string): Member => ({
  read: textVariable,
  schema: { type: 'string', minLength: 1, description },
  required: true,
})

/** The codes where they are required. */
export const codes = {
  categoryCode: code('The code of the case category.'),
  typeCode: code('The code of the case type.'),
}

/** Case data as JSON Schema. No list of types, because generators of validators do not support it. */
export const caseDataSchema = {
  type: 'object',
  additionalProperties: { oneOf: ['boolean', 'number', 'string', 'null'].map((type) => ({ type })) },
}

/** The case data. */
export const caseData = (description: string): Member => ({
  read: (value) => value,
  schema: {
    description: `${description} Decimals may be sent as strings.`,
    oneOf: [caseDataSchema, { type: 'null' }],
  },
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

/** Comments, which REST also accepts as texts. */
export const comments = (description: string): Member => ({
  read: checkComments,
  schema: { description, oneOf: [commentList, { type: 'null' }] },
})

export const requiredComments: Member = {
  // Absent comments are rejected like a value that is not an array.
  read: (value) => checkComments(value ?? ''),
  schema: { description: 'The comments to add, at most 50.', ...commentList },
  required: true,
}
