import type { LoginKind } from '../../login-kinds.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../case-facts.ts'
import type { NewComment } from './comment.rules.ts'
import { followingStatuses, isClosed } from '../../catalogue/available.rules.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { keepCaseData } from './case-data.rules.ts'
import type { SettableValues } from './case-values.ts'

/** What decides whether somebody waits for an answer: who did something, and how the case is after it. */
export interface Happening {
  /** Null if nobody is known to have done it. */
  login: LoginKind | null
  isClosed: boolean
  /** Whether the case was closed before. */
  wasClosed: boolean
  /** The comments that were added. Edited and removed ones change nothing. */
  comments: readonly { internal?: boolean | null | undefined }[]
}

/** What follows from who wrote. */
export interface Waiting<Time> {
  /** Since when somebody waits for an answer. Null if nobody does. */
  customerWaitingSince: Time | null
  /** Whether an operator has answered in public. */
  answered: boolean
}

/** What follows from something that happened at a time. A party that writes on a closed case waits, unless it closes the case with it. */
export function waitingAfter<Time>(
  { customerWaitingSince: since, answered }: Waiting<Time>,
  { login, isClosed, wasClosed, comments }: Happening,
  at: Time,
): Waiting<Time> {
  const speaks = comments.some(({ internal }) => !internal)
  const isAnswer = login === 'OPERATOR' && speaks
  const isClosing = isClosed && !wasClosed
  const isReopening = wasClosed && !isClosed
  const begins = login === 'PARTY' && (speaks || isReopening)
  const waits = !isClosing && !isAnswer && (since !== null || begins)
  return { customerWaitingSince: waitingSince(since, waits, at), answered: answered || isAnswer }
}

/** The comments of a new case that may answer something. Its first public one says what it is about. */
export function answersIn<Comment extends Happening['comments'][number]>(comments: readonly Comment[]): Comment[] {
  return comments.filter(({ internal }) => !internal).slice(1)
}

/** Since when somebody waits, if anybody does after something that happened at a time. */
export function waitingSince<Time>(since: Time | null, waits: boolean, at: Time): Time | null {
  return waits ? (since ?? at) : null
}

/** The version that added the latest comment of a case, and its author. Removed comments do not count. */
export type LatestComment = Pick<CaseRow, 'latestCommentVersion' | 'latestCommentAuthorId'>

export const noComment: LatestComment = { latestCommentVersion: 0, latestCommentAuthorId: null }

/** The latest comment after a version of a case: one that it adds, or what is left. */
export function latestCommentAfter(
  { personId }: Viewer,
  version: number,
  comments: readonly NewComment[],
  { latestCommentVersion, latestCommentAuthorId }: LatestComment,
): LatestComment {
  if (comments.length === 0) return { latestCommentVersion, latestCommentAuthorId }
  return { latestCommentVersion: version, latestCommentAuthorId: personId }
}

interface AddedComments {
  login: LoginKind
  comments: readonly { internal?: boolean | null | undefined }[]
}

/**
 * The values of a case after the comments: a public one of a party moves it to the status that its status names for this. The status
 * stays if the other one is not active or may not follow, or if the case lacks a field that it needs to be closed.
 */
export function afterPartyComment<Values extends SettableValues>(
  values: Values,
  { login, comments }: AddedComments,
  catalogue: Catalogue,
): Values {
  const next = catalogue.statuses.get(values.status)?.afterPartyComment
  if (next == null || login !== 'PARTY' || comments.every(({ internal }) => internal)) return values
  const mayFollow = followingStatuses(values.status, catalogue).some(({ name }) => name === next)
  return mayFollow && hasNeeded(values, next, catalogue) ? { ...values, status: next } : values
}

function hasNeeded({ typeCode, caseData }: SettableValues, status: string, catalogue: Catalogue): boolean {
  const fields = catalogue.types.get(typeCode)?.fields ?? []
  return keepCaseData(fields, caseData, isClosed(status, catalogue), true).problems.length === 0
}
