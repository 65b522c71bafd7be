import { canSeeInternal } from '../../viewer/viewer.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { type CommentRow, readAddedComments } from '../comments/comment-pages.ts'
import type { EventRow } from './event-pages.ts'

/** The largest position of a comment. An import can add so many with one event. */
const maximumImported = 2 ** 15 - 1

/**
 * The comments that an event added and that the viewer may see. Events of the feed have their case. The texts of their comments are
 * loaded only if they are selected: most readers do not, and an import can add many long ones.
 */
export async function commentsOf(context: AuthenticatedContext, event: EventRow): Promise<CommentRow[]> {
  const { viewer, services, responseBudget } = context
  if (event.case === null || (event.internal && !canSeeInternal(viewer))) return []
  const { caseId, version, kind } = event
  const row = { id: caseId, version, editsUntil: Math.max(version, event.editsUntil) }
  const limit = kind === 'IMPORTED' ? maximumImported : undefined
  const hasTexts = event.case === undefined
  return readAddedComments(services.database, { viewer, case: row }, responseBudget, { limit, hasTexts })
}
