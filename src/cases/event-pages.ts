import { columns, type RowOf, typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { CaseEventKind } from './case.entity.ts'
import { countColumns, listKeys, type ListStatements, pageKeys } from './page-loader.ts'
import type { ChangedValue } from './write-change.ts'

const eventColumns = columns({
  ordinal: 'int',
  caseId: 'bigint',
  version: 'int',
  kind: typed<CaseEventKind>('text'),
  actorId: 'bigint | null',
  touchpointCode: 'text | null',
  at: 'timestamptz',
  changes: typed<ChangedValue[]>('jsonb'),
})

export type EventRow = RowOf<typeof eventColumns>

/** Whether the event had happened, and the caller may see it. Parties do not see events whose content is all internal. */
const isVisible = `e.version <= k.up_to_version and (k.internal or not e.internal)`

const pagesIn = (order: 'asc' | 'desc') =>
  statement(
    `
select k.ordinal::int, l.*
from ${pageKeys}
cross join lateral (
  select e.case_id, e.version, e.kind, e.actor_id, e.touchpoint_code, e.at, e.changes
  from case_events e
  where e.case_id = k.case_id and e.version > k.after_version and e.version < k.before_version
    and ${isVisible}
  order by e.version ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}`,
    eventColumns,
  )

const count = statement(
  `
select k.ordinal::int, l.total
from ${listKeys}
cross join lateral (
  select count(*)::int as total from case_events e where e.case_id = k.case_id and ${isVisible}
) l`,
  countColumns,
)

/** The events of a case, oldest first. */
export const eventPages: ListStatements<EventRow> = { forward: pagesIn('asc'), backward: pagesIn('desc'), count }

export function eventBytes({ changes }: EventRow): number {
  return Buffer.byteLength(JSON.stringify(changes))
}
