import type { RequestContext } from '../../context.ts'
import { commentPages, type CommentRow } from '../comments/comment-pages.ts'
import { eventPages, type EventRow } from '../history/event-pages.ts'
import { listOf } from '../paging/page-key.ts'
import { type CasePages, loadPage } from '../paging/page-loader.ts'
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
  key: number[],
): Promise<Row | null> {
  const [caseId = 0, ...numbers] = key
  // An ID that is not valid takes the same checks as the ID of a missing case.
  const facts = await readFacts(context, key.length === length ? `${caseId}` : '')
  if (!facts || numbers.some((number) => number > maximumNumber)) return null
  const [last = 0] = numbers.slice(-1)
  const others = numbers.slice(0, -1)
  const page = { after: [...others, last - 1], before: [...others, last + 1], limit: 1, inverted: false }
  const list = listOf(facts.case, facts.viewer)
  const [row] = await loadPage(context.services.database, pages, { ...list, page, budget: context.responseBudget })
  return row ?? null
}
