import type { Member } from '../../rest/mutation-route.ts'
import { textVariable } from '../../rest/route.ts'
import { eachCaseValue, listChanges } from './case-values.ts'
import { readComments } from './comment.rules.ts'
import { readCodes, readValue } from './sent-input.rules.ts'

/** A text that the schema describes. */
export const text: Member = { read: textVariable }

/** A text that must be sent. A missing one is empty, which is never valid. */
export const requiredText: Member = { read: (value) => textVariable(value) ?? '', required: true }

/** Case data as JSON Schema. No list of types, because generators of validators do not support it. */
const caseDataSchema = {
  type: 'object',
  additionalProperties: { oneOf: ['boolean', 'number', 'string', 'null'].map((type) => ({ type })) },
}

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

/** The members of bodies that set the values of a case. REST also accepts comments as texts. */
export function caseMembers(operation: 'create' | 'update' | 'patch'): Record<string, Member> {
  return {
    ...eachCaseValue<Record<string, Member>>((name, definition): Member => {
      if (definition.default !== undefined) return { read: (value, problems) => readValue(name, value, problems) }
      return operation === 'patch' ? patchedName : definition.required ? requiredCode : text
    }),
    ...(operation !== 'create' && listChangeMembers),
    comments: { read: readComments, schema: { oneOf: [commentList, { type: 'null' }] } },
    caseData: {
      read: (value) => value,
      schema: { oneOf: [caseDataSchema, { type: 'null' }] },
    },
  }
}

const listChangeMembers: Record<string, Member> = Object.fromEntries(
  listChanges.map(({ name, list }) => [
    name,
    { read: (value, problems) => readCodes(name, list, value, problems) } satisfies Member,
  ]),
)

const requiredCode: Member = { read: textVariable, schema: { type: 'string', minLength: 1 }, required: true }

/** Unlike in other bodies, null is not the same as absent. It is never valid. */
const patchedName: Member = {
  read: (value) => (value === null ? null : textVariable(value)),
  schema: { type: 'string', minLength: 1 },
}

export const requiredComments: Member = {
  // Absent comments are rejected like a value that is not an array.
  read: (value, problems) => readComments(value ?? '', problems),
  schema: { description: 'The comments to add, at most 50.', ...commentList },
  required: true,
}
