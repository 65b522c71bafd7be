import { requireCredentials, requireViewer, type Viewer } from '../access/viewer.ts'
import { statement } from '../database/statement.ts'
import type { Page } from '../graphql/connection.ts'
import type { RequestContext } from '../request-context.ts'
import { type CaseRow, modifiableCase, parseCaseId } from './case-facts.ts'
import type { CaseEventKind } from './case.entity.ts'
import type { ChangedValue } from './write-change.ts'

/** The case for those who may modify it; null where there is none, or none for this caller. */
export async function readCase(context: RequestContext, id: string): Promise<(CaseRow & Viewer) | null> {
  const credentials = requireCredentials(context.credentials)
  const key = { tokenHash: credentials.tokenHash, caseId: parseCaseId(id) }
  const facts = requireViewer(await context.caseLoader.facts(key), credentials)
  return modifiableCase(facts, await context.catalogue.at(facts.revision)) ?? null
}

export interface CommentRow {
  version: number
  position: number
  text: string
  internal: boolean
  author_id: number
  touchpoint_code: string | null
  created_at: Date
}

const commentsInOrder = (order: 'asc' | 'desc') =>
  statement<CommentRow>(`
select c.version, c.position, c.text, c.internal,
  coalesce(c.imported_author_id, e.actor_id) as author_id,
  case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end as touchpoint_code,
  coalesce(c.imported_at, e.at) as created_at
from case_comments c
join case_events e on e.case_id = c.case_id and e.version = c.version
where c.case_id = $1
  and (c.version, c.position) > ($2::int, $3::int)
  and (c.version, c.position) < ($4::int, $5::int)
  and (not c.internal or $6)
order by c.version ${order}, c.position ${order}
limit $7`)

const commentsForward = commentsInOrder('asc')
const commentsBackward = commentsInOrder('desc')

// Before the first and after the last of any list: versions and positions begin at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

/** The case's comments in the order in which they were added; internal ones for operators only. */
export function readComments(context: RequestContext, of: CaseRow & Viewer, page: Page): Promise<CommentRow[]> {
  const bounds = [...(page.after ?? start), ...(page.before ?? end)]
  const seesInternal = of.login === 'OPERATOR'
  const comments = page.inverted ? commentsBackward : commentsForward
  return context.database.run(comments, [of.id, ...bounds, seesInternal, page.limit])
}

export interface EventRow {
  version: number
  kind: CaseEventKind
  actor_id: number | null
  touchpoint_code: string | null
  at: Date
  changes: ChangedValue[]
}

const eventsInOrder = (order: 'asc' | 'desc') =>
  statement<EventRow>(`
select version, kind, actor_id, touchpoint_code, at, changes
from case_events
where case_id = $1 and version > $2 and version < $3
order by version ${order}
limit $4`)

const eventsForward = eventsInOrder('asc')
const eventsBackward = eventsInOrder('desc')

/** The case's events, oldest first. */
export function readHistory(context: RequestContext, of: CaseRow, page: Page): Promise<EventRow[]> {
  const events = page.inverted ? eventsBackward : eventsForward
  return context.database.run(events, [of.id, page.after?.[0] ?? start[0], page.before?.[0] ?? end[0], page.limit])
}
