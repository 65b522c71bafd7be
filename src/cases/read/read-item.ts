import type { RequestContext } from '../../context.ts'
import { commentPages, type CommentRow } from '../comments/comment-pages.ts'
import { eventPages, type EventRow } from '../history/event-pages.ts'
import { listOf } from '../paging/page-key.ts'
import { type CasePages, loadItem } from '../paging/page-loader.ts'
import { readFacts } from './read-case.ts'

/** Returns the comment with this case ID, version and position; null if the caller cannot see it. */
export function readComment(context: RequestContext, key: number[]) {
  return readItem<CommentRow>(context, commentPages, 3, key)
}

/** Returns the event with this case ID and version; null if the caller cannot see it. */
export function readEvent(context: RequestContext, key: number[]) {
  return readItem<EventRow>(context, eventPages, 2, key)
}

const maximumNumber = 2 ** 31 - 2

async function readItem<Row>(
  context: RequestContext,
  pages: CasePages<Row>,
  length: number,
  [caseId = 0, ...position]: number[],
): Promise<Row | null> {
  // An ID that is not valid takes the same checks as the ID of a missing case.
  const facts = await readFacts(context, position.length === length - 1 ? `${caseId}` : '')
  if (!facts || position.some((number) => number > maximumNumber)) return null
  const list = listOf(facts.case, facts.viewer)
  return loadItem(context.services.database, pages, list, position, context.responseBudget)
}
