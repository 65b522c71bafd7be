import { requireCredentials, requireViewer } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { commentPages, type CommentRow } from '../timeline/comment-pages.ts'
import { eventPages, type EventRow } from '../timeline/event-pages.ts'
import { listOf } from '../timeline/page-loader.ts'
import { type CasePages, loadItem } from '../timeline/page-loader.ts'
import { caseFacts, type CaseRow, isModifiable, type ModifiableFacts, parseCaseId } from '../case-facts.ts'
import { caseAsOf } from './past-cases.ts'

/**
 * Returns the case, or as it was at a time. Null if it does not exist or did not exist then, or if the caller may not
 * modify it now. Login: operator or party.
 */
export async function readCase(context: RequestContext, id: string, asOf?: Date | null): Promise<CaseRow | null> {
  const facts = await readFacts(context, id)
  if (!facts || asOf == null) return facts && facts.case
  return caseAsOf(context.services.database, facts.case, asOf, facts.viewer)
}

/** The case and the viewer. Null if it does not exist, or if the caller may not modify it. */
async function readFacts(context: RequestContext, id: string): Promise<ModifiableFacts | null> {
  const { tokenHash } = requireCredentials(context)
  const { database, catalogue } = context.services
  const key = { tokenHash, caseId: parseCaseId(id), idempotencyKey: null }
  const facts = requireViewer(context, await database.load(caseFacts, key))
  return isModifiable(facts, await catalogue.at(facts.viewer.revision)) ? facts : null
}

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
