import { z } from 'zod'
import {
  type CaseValueDefinition,
  type CaseValueName,
  type DefaultedName,
  eachCaseValue,
  type ListDefinition,
  type SingleValues,
} from '../../cases/values/case-values.ts'
import { fileNameProblem } from '../../attachments/file-name.ts'
import { commentTextProblem, maximumAttachments } from '../../cases/values/comment.rules.ts'
import { valueProblem } from '../../cases/values/sent-input.rules.ts'
import { loginKinds } from '../../login-kinds.ts'
import { checkedText, email, flag, key, optionalKey, storedText } from '../../configuration/items/field-format.ts'
import { dateTime } from './date-time.ts'
import { caseId, linkMembers } from './link-format.ts'

export const maximumVersion = 1_000_000_000
export const maximumPosition = 32_767

const upTo = (maximum: number) => z.int().min(1, 'must be at least 1').max(maximum, `must be at most ${maximum}`)
export const version = upTo(maximumVersion)
export const position = upTo(maximumPosition)

const attachment = z.strictObject({
  id: z
    .uuid('must be a UUID')
    .nullish()
    .describe('The UUID. It is kept, unless another file has it. By default, a new one.'),
  name: checkedText(fileNameProblem).describe('The name.'),
  size: z.int().min(1, 'must be at least 1').describe('The number of bytes.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must have 64 hexadecimal digits in lower case')
    .describe('The SHA-256 of the content in hexadecimal digits.'),
  createdAt: dateTime.nullish().describe('When it was uploaded. By default, the time of the import.'),
})

export type ImportedAttachment = z.infer<typeof attachment>

interface Content {
  text?: string | null | undefined
  attachments?: readonly unknown[] | null | undefined
}

/** Whether a comment has neither a text nor files. */
export function isEmptyComment({ text, attachments }: Content): boolean {
  return !text?.trim() && !attachments?.length
}

export const commentMembers = {
  text: checkedText((text) => commentTextProblem(text.trim(), true)).describe(
    'The text, of 1 to 10,000 characters. It may be empty if there are files.',
  ),
  authorEmail: email.describe('The email address of the author.'),
  authorLogin: z
    .enum(loginKinds)
    .nullish()
    .describe('The kind of the author. It selects the author if persons of different kinds share the address.'),
  createdAt: dateTime.nullish().describe('When the comment was written. By default, when the case was created.'),
  internal: flag(false, 'Whether only operators can read the comment.'),
  touchpointCode: optionalKey.describe('The code of the touchpoint through which it came.'),
  attachments: z
    .array(attachment)
    .max(maximumAttachments, `must have at most ${maximumAttachments} items`)
    .nullish()
    .describe(
      'The files, at most 10, in their order. Their contents are in the folder `<file>.attachments`, each in a file that is named by ' +
        'its SHA-256.',
    ),
}

const comment = z.strictObject(commentMembers).superRefine((value, context) => {
  if (isEmptyComment(value)) context.addIssue({ code: 'custom', path: ['text'], message: commentTextProblem('')! })
})

/** The values of a case. Those that have a default can be absent. */
type ValueMembers = {
  [Name in CaseValueName]: Name extends DefaultedName
    ? z.ZodOptional<z.ZodNullable<z.ZodType<SingleValues[Name]>>>
    : z.ZodType<SingleValues[Name]>
}

function valueFormat(definition: CaseValueDefinition): z.ZodType<string | string[]> {
  const { choices, maximumLength, list } = definition
  if (list) return listFormat(list)
  if (choices) return z.enum(Object.keys(choices.values))
  if (maximumLength === undefined) return key
  return checkedText((text) => valueProblem(definition, text))
}

function listFormat({ maximum }: ListDefinition): z.ZodType<string[]> {
  return z
    .array(key)
    .max(maximum, `must have at most ${maximum} items`)
    .superRefine((codes, context) => {
      for (const [index, code] of codes.entries()) {
        if (codes.indexOf(code) < index)
          context.addIssue({ code: 'custom', path: [index], message: 'must not repeat a code' })
      }
    })
}

export const caseFileMembers = {
  id: caseId.describe('The ID.'),
  ...eachCaseValue<ValueMembers>((_name, definition) => {
    const { description, default: byDefault } = definition
    const value = valueFormat(definition)
    if (byDefault === undefined) return value.describe(description)
    return value.nullish().meta({ description, ...(typeof byDefault === 'string' && { default: byDefault }) })
  }),
  partyEmail: email.nullish().describe('The email address of the party that the case concerns.'),
  assigneeEmail: email.nullish().describe('The email address of the operator that the case is assigned to.'),
  groupName: optionalKey.describe('The name of the group that the case is assigned to. Not with `assigneeEmail`.'),
  caseData: z.unknown().optional().meta({
    type: 'object',
    description: 'The case data, with every field of the type that is always required. By default, it is empty.',
  }),
  outdatedCaseData: flag(
    false,
    'Whether `caseData` is stored unchecked, because it may match an earlier definition of the fields.',
  ),
  version: version.nullish().meta({ description: 'The version of the case.', default: 1 }),
  createdAt: dateTime
    .nullish()
    .describe('When the case was created. By default, `updatedAt` or the time of the import.'),
  updatedAt: dateTime
    .nullish()
    .describe('When the case changed last. By default, `createdAt` or the time of the import.'),
  ...linkMembers,
}

/** A case whose history begins with the import. */
export const importedCase = z
  .strictObject({
    ...caseFileMembers,
    comments: z
      .array(comment)
      .max(maximumPosition, `must have at most ${maximumPosition} items`)
      .nullish()
      .describe('The comments, in their order.'),
    history: z.null().optional().describe('Absent. The history of the case begins with its import.'),
  })
  .superRefine(checkCase)
  .describe('The cases, identified by `id`. Existing cases are not changed.')

type CaseMembers = z.infer<
  z.ZodObject<Pick<typeof caseFileMembers, 'assigneeEmail' | 'groupName' | 'caseData' | 'outdatedCaseData'>>
>

/** The conditions on several members of a case, with and without a history. */
export function checkCase(
  { assigneeEmail, groupName, caseData, outdatedCaseData }: CaseMembers,
  context: z.RefinementCtx,
): void {
  if (assigneeEmail != null && groupName != null) {
    context.addIssue({ code: 'custom', path: ['groupName'], message: 'must not be set together with assigneeEmail' })
  }
  if (outdatedCaseData && !isFlat(caseData)) {
    const message = 'must be an object whose values are texts, numbers or booleans'
    context.addIssue({ code: 'custom', path: ['caseData'], message })
  }
}

const storable = z.union([storedText, z.number(), z.boolean()])

/** Whether it is an object whose names and values PostgreSQL stores as they are. */
function isFlat(caseData: unknown): boolean {
  if (typeof caseData !== 'object' || caseData === null || Array.isArray(caseData)) return false
  const all = Object.entries(caseData).flat()
  return all.every((each) => storable.safeParse(each).success)
}
