import type { Viewer } from '../../auth/viewer.ts'
import type { AuthenticatedContext, RequestContext } from '../../context.ts'
import type { Loader } from '../../database/batched.ts'
import type { CaseRow } from '../case-facts.ts'
import { maximumComments } from '../comments/comment.rules.ts'
import { commentPages, type CommentRow } from '../comments/comment-pages.ts'
import { eventPages, type EventRow } from '../history/event-pages.ts'
import { listOf, type PageBudget } from '../paging/page-key.ts'
import { type CasePages, loadPage } from '../paging/page-loader.ts'
import { readCase } from '../read/read-case.ts'

/** Creates the budget that is charged with the object. Called when the caller is known. */
export type CreateBudget = () => PageBudget | undefined

/** Returns the comment with this case ID, version and position; null if the caller cannot see it. */
export function readComment(
  context: RequestContext,
  key: number[],
  createBudget: CreateBudget,
): Promise<CommentRow | null> {
  return key.length === 3 ? readItem(context, commentPages, key, createBudget) : readNothing(context)
}

/** Returns the event with this case ID and version; null if the caller cannot see it. */
export function readEvent(
  context: RequestContext,
  key: number[],
  createBudget: CreateBudget,
): Promise<EventRow | null> {
  return key.length === 2 ? readItem(context, eventPages, key, createBudget) : readNothing(context)
}

/** The comments that a version of a case added, as the caller sees them. */
export function readAddedComments(
  { services, viewer }: AuthenticatedContext,
  row: CaseRow,
  budget: PageBudget | undefined,
): Promise<CommentRow[]> {
  const page = { after: [row.version, 0], before: [row.version + 1, 0], limit: maximumComments, inverted: false }
  return loadPage(services.database, commentPages, { ...listOf(row, viewer), page, budget })
}

/** A comment as it is in a version of its case; null if the viewer cannot see it. */
export async function readCommentIn(
  db: Loader,
  { viewer, case: row }: { viewer: Viewer; case: CaseRow },
  { version, position }: { version: number; position: number },
): Promise<CommentRow | null> {
  const page = { after: [version, position - 1], before: [version, position + 1], limit: 1, inverted: false }
  const [found] = await loadPage(db, commentPages, { ...listOf(row, viewer), page, budget: undefined })
  return found ?? null
}

const maximumNumber = 2 ** 31 - 2

async function readItem<Row>(
  context: RequestContext,
  pages: CasePages<Row>,
  [caseId = 0, ...key]: number[],
  createBudget: CreateBudget,
): Promise<Row | null> {
  const found = await readCase(context, `${caseId}`)
  if (!found || key.some((number) => number > maximumNumber)) return null
  const [last = 0] = key.slice(-1)
  const others = key.slice(0, -1)
  const page = { after: [...others, last - 1], before: [...others, last + 1], limit: 1, inverted: false }
  const [row] = await loadPage(context.services.database, pages, {
    ...listOf(found, context.viewer),
    page,
    budget: createBudget(),
  })
  return row ?? null
}

/** An ID that is not valid takes the same checks as the ID of a missing case. */
function readNothing(context: RequestContext): Promise<null> {
  return readCase(context, '').then(() => null)
}
