import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, type Statement, statement } from '../database/statement.ts'
import type { Page } from '../graphql/connection.ts'
import type { LoginKind } from '../people/people.entity.ts'
import type { CaseEventKind } from './case.entity.ts'
import type { ChangedValue } from './write-change.ts'

export interface CommentRow {
  version: number
  position: number
  text: string
  internal: boolean
  author_id: number
  author_login: LoginKind
  author_firstname: string
  author_email: string
  touchpoint_code: string | null
  created_at: Date
}

export interface EventRow {
  version: number
  kind: CaseEventKind
  actor_id: number | null
  touchpoint_code: string | null
  at: Date
  changes: ChangedValue[]
}

/** One page of what belongs to a case; whether internal comments are among it. */
interface PageKey {
  caseId: number
  internal: boolean
  page: Page
}

type Placed<Row> = Row & { place: number }
type InOrder<Row> = (order: 'asc' | 'desc') => Statement<Placed<Row>>

/** Many pages at once. */
const pages = `unnest($1::bigint[], $2::boolean[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
  with ordinality as k (
    case_id, internal, after_version, after_position, before_version, before_position, items, place)`

const commentsInOrder: InOrder<CommentRow> = (order) =>
  statement(`
select k.place::int, l.*
from ${pages}
cross join lateral (
  select c.version, c.position, c.text, c.internal,
    case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end as touchpoint_code,
    coalesce(c.imported_at, e.at) as created_at,
    p.id as author_id, p.kind as author_login, p.firstname as author_firstname, p.email as author_email
  from case_comments c
  join case_events e on e.case_id = c.case_id and e.version = c.version
  left join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
  where c.case_id = k.case_id
    and (c.version, c.position) > (k.after_version, k.after_position)
    and (c.version, c.position) < (k.before_version, k.before_position)
    and (not c.internal or k.internal)
  order by c.version ${order}, c.position ${order}
  limit k.items
) l
order by k.place, l.version ${order}, l.position ${order}`)

const eventsInOrder: InOrder<EventRow> = (order) =>
  statement(`
select k.place::int, l.*
from ${pages}
cross join lateral (
  select version, kind, actor_id, touchpoint_code, at, changes
  from case_events
  where case_id = k.case_id and version > k.after_version and version < k.before_version
  order by version ${order}
  limit k.items
) l
order by k.place, l.version ${order}`)

// Before the first and after the last of any list: versions and positions begin at 1.
const start = [0, 0]
const end = [2 ** 31 - 1, 2 ** 31 - 1]

/** Reads pages of lists that belong to cases; concurrent requests share a statement. */
class PageLoader<Row> {
  #forward: BatchLoader<PageKey, Row>
  #backward: BatchLoader<PageKey, Row>

  constructor(database: Queryable, inOrder: InOrder<Row>) {
    const [forward, backward] = [inOrder('asc'), inOrder('desc')]
    this.#forward = new BatchLoader((keys) => database.run(forward, asParameters(keys)))
    this.#backward = new BatchLoader((keys) => database.run(backward, asParameters(keys)))
  }

  load(key: PageKey): Promise<Row[]> {
    return (key.page.inverted ? this.#backward : this.#forward).loadAll(key)
  }
}

function asParameters(keys: readonly PageKey[]): unknown[] {
  return [
    keys.map(({ caseId }) => caseId),
    keys.map(({ internal }) => internal),
    ...[0, 1].map((i) => keys.map(({ page }) => page.after?.[i] ?? start[i])),
    ...[0, 1].map((i) => keys.map(({ page }) => page.before?.[i] ?? end[i])),
    keys.map(({ page }) => page.limit),
  ]
}

/** The lists that belong to cases. */
export class CasePages {
  readonly #comments: PageLoader<CommentRow>
  readonly #events: PageLoader<EventRow>

  constructor(database: Queryable) {
    this.#comments = new PageLoader(database, commentsInOrder)
    this.#events = new PageLoader(database, eventsInOrder)
  }

  /** The case's comments in the order in which they were added. */
  comments(caseId: number, internal: boolean, page: Page): Promise<CommentRow[]> {
    return this.#comments.load({ caseId, internal, page })
  }

  /** The case's events, oldest first. */
  events(caseId: number, page: Page): Promise<EventRow[]> {
    return this.#events.load({ caseId, internal: false, page })
  }
}
