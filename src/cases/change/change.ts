import type { Viewer } from '../../viewer/viewer.ts'
import type { ChangedValue } from '../case.entity.ts'
import type { ShownLink } from '../link-kinds.ts'
import type { CaseRow } from '../case-facts.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import { type DecidedDeadlines, deadlinesOf } from '../values/case-deadlines.rules.ts'
import type { CaseValues } from '../values/case-values.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { waitingSince } from '../values/comment-effects.rules.ts'
import { type LatestComment, latestCommentAfter } from '../values/comment-effects.rules.ts'
import type { Merge, Together } from './change-together.ts'
import type { CommentEdit } from './recorded-event.ts'

/** A change of any kind: the case's values after it, and the event. */
export interface Change {
  kind: CaseEventKind
  values: CaseValues
  changes: ChangedValue[]
  comments: NewComment[]
  /** A comment whose text is replaced, or that is removed. */
  edit?: CommentEdit
  /** The persons besides the caller whose address or text the change contains. The change is refused if one was erased since. */
  persons?: readonly (number | null)[]
  /** Whether only operators may see the event. */
  internal?: boolean
  /** Whether somebody waits for an answer after it. By default, as before. */
  customerWaits?: boolean
  /** Whether an operator has answered in public after it. By default, as before. */
  answered?: boolean
  /** The deadlines after it. By default, as before. */
  decided?: DecidedDeadlines | undefined
  /** The latest comment that is left after the removal of one. */
  latestComment?: LatestComment
  /** The terms of the case after it. By default, as before. */
  caseTerms?: string | undefined
  /** What it does to other cases, and what becomes of the case itself. By default, nothing. */
  together?: Together & { merge: Merge; linksAfter: readonly ShownLink[] }
}

export const customerWaits = (
  { customerWaitingSince }: CaseRow,
  { customerWaits: waits = customerWaitingSince !== null }: Change,
) => waits

export function latestCommentOf(
  viewer: Viewer,
  current: CaseRow,
  { comments, latestComment = current }: Change,
): LatestComment {
  return latestCommentAfter(viewer, current.version + 1, comments, latestComment)
}

/** The case after a change that is written, or would be. */
export function afterChange(
  { viewer, case: current }: { viewer: Viewer; case: CaseRow },
  change: Change,
  written?: { version: number; updatedAt: Date },
): CaseRow {
  const { values } = change
  const { decided, answered = current.answered, together } = change
  const { version, updatedAt } = written ?? { version: current.version + 1, updatedAt: decided?.at ?? new Date() }
  return {
    ...current,
    ...values,
    ...latestCommentOf(viewer, current, change),
    answered,
    ...deadlinesOf(decided ?? current),
    ...(together && { mergedIntoId: together.merge.mergedIntoId, links: together.linksAfter }),
    version,
    updatedAt,
    customerWaitingSince: waitingSince(current.customerWaitingSince, customerWaits(current, change), updatedAt),
    viewerAuthorised: values.typeCode === current.typeCode ? current.viewerAuthorised : null,
    viewerInGroup: values.groupId === current.groupId ? current.viewerInGroup : null,
  }
}
