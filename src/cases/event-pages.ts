import { columns, type RowOf, typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { CaseEventKind } from './case.entity.ts'
import { pageKeys } from './page-loader.ts'
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

const pagesIn = (order: 'asc' | 'desc') =>
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

/** Pages of a case's events, oldest first. */
export const eventPages = { forward: pagesIn('asc'), backward: pagesIn('desc') }

export function eventBytes({ changes }: EventRow): number {
  return JSON.stringify(changes).length
}
