import type { Member } from '../rest/mutation-route.ts'
import { textVariable } from '../rest/route.ts'
import { type CaseValueDefinition, eachCaseValue } from './case-values.ts'
import { checkComments } from './comments/comment.rules.ts'

/** A text that the schema describes. */
export const text: Member = { read: textVariable }

/** A text that must be sent. A missing one is empty, which is never valid. */
export const requiredText: Member = { read: (value) => textVariable(value) ?? '', required: true }

/** Case data as JSON Schema. No list of types, because generators of validators do not support it. */
export const caseDataSchema = {
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
    ...eachCaseValue<Record<string, Member>>((_name, definition) =>
      operation === 'patch' ? patchedValue(definition) : definition.required ? requiredCode : text,
    ),
    comments: { read: checkComments, schema: { oneOf: [commentList, { type: 'null' }] } },
    caseData: {
      read: (value) => value,
      schema: { oneOf: [caseDataSchema, { type: 'null' }] },
    },
  }
}

const requiredCode: Member = { read: textVariable, schema: { type: 'string', minLength: 1 }, required: true }

/** Unlike in other bodies, null is not the same as absent. */
function patchedValue({ choices, default: byDefault }: CaseValueDefinition): Member {
  const allowed = choices ? { enum: Object.keys(choices.values) } : { minLength: 1 }
  return {
    read: (value) => (value === null ? null : textVariable(value)),
    ...(byDefault === undefined && { schema: { type: 'string', ...allowed } }),
  }
}

export const requiredComments: Member = {
  // Absent comments are rejected like a value that is not an array.
  read: (value) => checkComments(value ?? ''),
  schema: { description: 'The comments to add, at most 50.', ...commentList },
  required: true,
}
