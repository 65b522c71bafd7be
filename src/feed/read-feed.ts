import { type EventRow, storedEventColumns } from '../cases/timeline/event-pages.ts'
import { batchedBy, type Loader } from '../database/statements/batched.ts'
import { columns, leftJoined } from '../database/statements/columns.ts'
import { selectList } from '../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { cursorExpired, type FeedPosition, feedStart, isSameRow, positionColumns } from './feed-cursor.ts'

const { caseId: _caseId, version: _version, ...eventColumns } = storedEventColumns

/** An event with its position in the feed. */
export type FeedEvent = FeedPosition & Omit<EventRow, 'editsUntil' | 'case'>

// With `offset 0`, PostgreSQL looks up the event of each position, instead of reading all events.
const rowsFrom = (positions: string) =>
  statement(
    `
select ${selectList('f', positionColumns)}, ${selectList('e', eventColumns)}
from (${positions}) f
left join lateral (
  select * from case_events e where e.case_id = f.case_id and e.version = f.version offset 0
) e on true
order by f.position`,
    columns({ ...positionColumns, event: leftJoined(eventColumns) }),
  )

const rowsOfAll = rowsFrom(
  'select * from case_feed where position >= $1::bigint order by position limit $2::bigint + 2',
)

// The first row and the last one say where the part begins and ends, whosever they are.
const rowsOfCases = rowsFrom(`
  (select position, case_id, version from case_feed where position >= $1::bigint order by position limit 1)
  union
  (
    select f.position, f.case_id, f.version
    from (
      select id from cases where party_id = $3::bigint and ($4::bigint[] is null or id = any($4::bigint[]))
      union all
      select unnest($4::bigint[]) where $3::bigint is null
    ) c
    cross join lateral (
      select * from case_feed f where f.case_id = c.id and f.position > $1::bigint order by f.position limit $2::bigint + 1
    ) f
    order by f.position
    limit $2::bigint + 1
  )
  union
  (select position, case_id, version from case_feed order by position desc limit 1)`)

const eventOf = batchedBy(
  { caseId: 'bigint', version: 'int' },
  (keys) => `
select k.ordinal::int, ${selectList('e', storedEventColumns)}
from ${keys}
join case_events e on e.case_id = k.case_id and e.version = k.version`,
  storedEventColumns,
)

/** The events at some positions, each once. Those of archived cases are missing. */
export async function readEvents(db: Loader, positions: readonly FeedPosition[]): Promise<FeedEvent[]> {
  const distinct = new Map(positions.map((each) => [`${each.caseId}:${each.version}`, each]))
  const events = await Promise.all(
    Array.from(distinct.values(), async ({ caseId, version, position }) => {
      const found = await db.load(eventOf, { caseId, version })
      return found && { ...found, position }
    }),
  )
  return events.filter((event) => event !== undefined)
}

/** Some cases: those of a party, or listed ones, or those of a party that are listed. */
export interface CasesOfFeed {
  partyId: number | null
  ids: readonly number[] | null
}

/**
 * Reads so many positions after one, in their order; from the oldest that is kept if it is null. If cases are given, only theirs are read,
 * besides single others, and what others have in between costs nothing. Positions whose cases have been archived have no event. Throws
 * CURSOR_EXPIRED if its row is not in the feed.
 */
export async function readFeed(
  db: Queryable,
  after: FeedPosition | null,
  limit: number,
  cases?: CasesOfFeed,
): Promise<{ events: FeedEvent[]; end: FeedPosition; hasMore: boolean }> {
  const start = [after?.position ?? 0, limit]
  const rows = await (cases ? db.run(rowsOfCases, [...start, cases.partyId, cases.ids]) : db.run(rowsOfAll, start))
  if (after && after.position > 0) {
    const row = rows.shift()
    if (!row || !isSameRow(positionOf(row), after)) throw cursorExpired()
  } else if (after && (!isSameRow(after, feedStart) || (rows[0]?.position ?? 1) !== 1)) throw cursorExpired()
  const read = rows.slice(0, limit)
  return {
    events: read.flatMap(({ event, ...position }) => (event ? { ...position, ...event } : [])),
    end: positionOf(read.at(-1) ?? after ?? feedStart),
    hasMore: rows.length > limit,
  }
}

function positionOf({ event, ...position }: FeedPosition & { event?: { at: Date } | null }): FeedPosition {
  return event ? { ...position, at: event.at } : position
}
