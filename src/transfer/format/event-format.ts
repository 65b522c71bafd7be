import { z } from 'zod'
import { parseCaseId } from '../../cases/case-facts.ts'
import { type CaseEventKind, caseEventKinds } from '../../cases/event-kinds.ts'
import { linkKindDescriptions } from '../../cases/link-kinds.ts'
import { caseValueNames, caseValues, isCaseValueName } from '../../cases/values/case-values.ts'
import { valueProblem } from '../../cases/values/sent-input.rules.ts'
import { loginKinds } from '../../login-kinds.ts'
import { commentMembers, position, version } from './case-format.ts'
import { dateTime } from './date-time.ts'
import { email, flag, optionalKey, optionalListOf, storedText } from '../../configuration/items/field-format.ts'

export type AddIssue = (path: PropertyKey[], message: string) => void

/** A value before or after a change. Null and absent mean that there was none. Only lists of codes are arrays. */
const ofValue = 'must be a string, a number or a boolean'
const changedValue = z.union([storedText, z.number(), z.boolean(), z.array(storedText)], { error: ofValue })

export const event = z
  .strictObject({
    version: version.describe('The version of the case after the event.'),
    kind: z.enum(caseEventKinds).describe('What happened.'),
    at: dateTime.describe('When it happened.'),
    actorEmail: email
      .nullish()
      .describe('The email address of the person. Required unless `kind` is `IMPORTED` or `OVERDUE`.'),
    actorLogin: z
      .enum(loginKinds)
      .nullish()
      .describe('The kind of the person. It selects the person if persons of different kinds share the address.'),
    touchpointCode: optionalKey.describe(
      'The code of the touchpoint. Required unless `kind` is `IMPORTED` or `OVERDUE`.',
    ),
    internal: flag(false, 'Whether only operators can see the event.'),
    changes: optionalListOf(
      z.strictObject({
        path: z
          .array(storedText)
          .min(1, { error: 'must have at least one item', abort: true })
          .describe('The location of the value.'),
        from: changedValue.nullish().describe('The value before. Absent if there was none.'),
        to: changedValue.nullish().describe('The value after. Absent if there is none.'),
      }),
    ).describe('The values that changed.'),
  })
  .superRefine(({ kind, actorEmail, touchpointCode, changes }, context) => {
    const addIssue = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [member, value] of Object.entries({ actorEmail, touchpointCode })) {
      if (!isByNobody(kind) && value == null) addIssue([member], 'is required unless kind is IMPORTED or OVERDUE')
    }
    for (const [index, change] of (changes ?? []).entries()) {
      checkChange(kind, change, (path, message) => addIssue(['changes', index, ...path], message))
    }
    if (changesComment(kind) && (changes?.length !== 1 || changes[0]?.path[0] !== 'comments')) {
      addIssue(['changes'], `must have one item, that of the comment, because kind is ${kind}`)
    }
  })

export const commentOfHistory = z.strictObject({
  ...commentMembers,
  text: commentMembers.text.nullish().describe('The text, of 1 to 10,000 characters. Absent if it was erased.'),
  authorEmail: email
    .nullish()
    .describe('The email address of the author. Absent if the event of `version` has an actor.'),
  version: version.describe('The version of the event that added the comment.'),
  position: position.describe('The position among the comments of this version.'),
  editedVersion: version.nullish().describe('The version of the last edit.'),
  removedVersion: version
    .nullish()
    .describe(
      'The version of the removal. If the text was erased, it is `version`, or the version of the first edit whose text was erased.',
    ),
})

export type ImportedEvent = z.infer<typeof event>
export type CommentOfHistory = z.infer<typeof commentOfHistory>

/** A value that an event changed, as in the file. */
interface FileChange {
  path: string[]
  from?: unknown
  to?: unknown
}

const assignments = ['assignee', 'group']
const forms = [...caseValueNames, ...assignments].map((name) => `["${name}"]`).join(', ')

/** Checks the path of a change, and the types of its values. */
function checkChange(kind: CaseEventKind, { path, from = null, to = null }: FileChange, addIssue: AddIssue): void {
  const [member = '', ...rest] = path
  const check = (valid: boolean, of: 'from' | 'to', message: string) => valid || addIssue([of], message)
  const isText = (value: unknown) => typeof value === 'string'
  const isTextOrNull = (value: unknown) => value === null || isText(value)
  const ofText = 'must be a string'
  const isList = rest.length === 0 && isCaseValueName(member) && caseValues[member].list !== undefined
  if (!isList && (Array.isArray(from) || Array.isArray(to))) {
    addIssue([Array.isArray(from) ? 'from' : 'to'], ofValue)
  } else if (isList) {
    check(Array.isArray(from) || (from === null && kind === 'CREATED'), 'from', 'must be an array of strings')
    check(Array.isArray(to), 'to', 'must be an array of strings')
  } else if (rest.length === 0 && isCaseValueName(member)) {
    const { default: byDefault } = caseValues[member]
    const isValue = (value: unknown) => isText(value) && valueProblem(caseValues[member], value) === null
    const isNone = (value: unknown) => value === null && byDefault === null
    const allowed = valueProblem(caseValues[member], null) ?? ofText
    check(isValue(from) || isNone(from) || (from === null && kind === 'CREATED'), 'from', allowed)
    check(isValue(to) || isNone(to), 'to', allowed)
  } else if (rest.length === 0 && assignments.includes(member)) {
    check(isTextOrNull(from), 'from', `${ofText} or absent`)
    check(isTextOrNull(to), 'to', `${ofText} or absent`)
  } else if (rest.length === 1 && member === 'comments') {
    if (!changesComment(kind)) return addIssue(['path'], `must not be of a comment if kind is ${kind}`)
    check(isTextOrNull(from), 'from', ofText)
    if (kind === 'COMMENT_EDITED') check(isTextOrNull(to), 'to', ofText)
    else check(to === null, 'to', 'must be absent, because the comment was removed')
  } else if (kind === 'OVERDUE') {
    if (member !== 'deadlines' || rest.length !== 1) addIssue(['path'], 'must be ["deadlines", goal]')
    check(from === null, 'from', 'must be absent')
    check(isText(to) && !Number.isNaN(Date.parse(String(to))), 'to', 'must be a date and time')
  } else if (rest.length === 1 && member === 'links') {
    if (parseCaseId(rest[0]!) === null) addIssue(['path'], 'must be ["links", ID], with the ID of a case')
    const isLink = (value: unknown) => value === null || Object.hasOwn(linkKindDescriptions, String(value))
    const ofLink = `must be one of ${Object.keys(linkKindDescriptions).join(', ')}, or absent`
    check(isLink(from), 'from', ofLink)
    check(isLink(to), 'to', ofLink)
  } else if (rest.length !== 1 || member !== 'caseData') {
    addIssue(['path'], `must be ${forms}, ["caseData", name], ["links", ID] or ["comments", ID]`)
  }
}

/** Whether no person makes a change of this kind. */
function isByNobody(kind: CaseEventKind): boolean {
  return kind === 'IMPORTED' || kind === 'OVERDUE'
}

export function changesComment(kind: CaseEventKind): boolean {
  return kind === 'COMMENT_EDITED' || kind === 'COMMENT_REMOVED'
}
