import { z } from 'zod'
import { commentTextProblem } from '../cases/comment.rules.ts'
import { isValidPostgresText } from '../database/valid-text.ts'
import { loginKinds } from '../people/people.entity.ts'
import { dateTime, flag, key, optionalKey, typeCategory } from './value-formats.ts'

export const maximumVersion = 1_000_000_000
export const maximumPosition = 32_767

export const version = z.int().min(1, 'must be at least 1').max(maximumVersion, `must be at most ${maximumVersion}`)

export const commentMembers = {
  text: z.string().superRefine((value, context) => {
    const problem = commentTextProblem(value.trim())
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
  authorEmail: key,
  /** Selects the author if persons of different kinds share the email address. */
  authorLogin: z.enum(loginKinds).nullish(),
  createdAt: dateTime.nullish(),
  internal: flag,
  touchpointCode: optionalKey,
}

const comment = z.strictObject(commentMembers)

export const caseMembers = {
  id: z.int().min(1, 'must be an integer from 1 to 9007199254740991'),
  ...typeCategory,
  status: key,
  resolution: key,
  partyEmail: optionalKey,
  assigneeEmail: optionalKey,
  groupName: optionalKey,
  caseData: z.unknown().optional(),
  /** The caseData may match an earlier definition of the type's fields and is stored unchecked. */
  outdatedCaseData: flag,
  version: version.nullish(),
  createdAt: dateTime.nullish(),
  updatedAt: dateTime.nullish(),
}

/** A case whose history begins with the import. */
export const importedCase = z
  .strictObject({
    ...caseMembers,
    comments: z.array(comment).max(maximumPosition, `must have at most ${maximumPosition} items`).nullish(),
    history: z.null().optional(),
  })
  .superRefine(checkCase)

interface CaseMembers {
  assigneeEmail?: string | null | undefined
  groupName?: string | null | undefined
  caseData?: unknown
  outdatedCaseData?: boolean | null | undefined
}

/** The conditions on several members of a case, with and without a history. */
export function checkCase(
  { assigneeEmail, groupName, caseData, outdatedCaseData }: CaseMembers,
  context: z.RefinementCtx,
): void {
  if (assigneeEmail != null && groupName != null) {
    context.addIssue({ code: 'custom', path: ['groupName'], message: 'must not be set together with assigneeEmail' })
  }
  if (outdatedCaseData && !isFlat(caseData)) {
    const message = 'must be an object whose values are booleans or numbers'
    context.addIssue({ code: 'custom', path: ['caseData'], message })
  }
}

function isFlat(caseData: unknown): boolean {
  if (typeof caseData !== 'object' || caseData === null || Array.isArray(caseData)) return false
  return Object.entries(caseData).every(
    ([name, value]) => isValidPostgresText(name) && (typeof value === 'boolean' || Number.isFinite(value)),
  )
}
