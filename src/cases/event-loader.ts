import { columns, type RowOf, typed } from '../database/columns.ts'
import type { Page } from '../database/page.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { CaseEventKind } from './case.entity.ts'
import { pageKeys, PageLoader } from './page-loader.ts'
import type { ChangedValue } from './write-change.ts'

const eventColumns = columns({
  ordinal: 'int',
  version: 'int',
  kind: typed<CaseEventKind>('text'),
  actorId: 'bigint | null',
  touchpointCode: 'text | null',
  at: 'timestamptz',
  changes: typed<ChangedValue[]>('jsonb'),
})

export type EventRow = RowOf<typeof eventColumns>

const pagesOfEvents = (order: 'asc' | 'desc') =>
  statement(
    `
select k.ordinal::int, l.*
from ${pageKeys}
cross join lateral (
  select version, kind, actor_id, touchpoint_code, at, changes
  from case_events
  where case_id = k.case_id and version > k.after_version and version < k.before_version
  order by version ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}`,
    eventColumns,
  )

const statements = { forward: pagesOfEvents('asc'), backward: pagesOfEvents('desc') }

/** Loads pages of a case's events, oldest first. */
export class EventLoader {
  #pages: PageLoader<EventRow>

  constructor(database: Queryable) {
    this.#pages = new PageLoader(database, statements)
  }

  load(caseId: number, page: Page): Promise<EventRow[]> {
    return this.#pages.load({ caseId, internal: false, page })
  }
}
