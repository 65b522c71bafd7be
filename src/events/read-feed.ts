import { type EventRow, storedEventColumns } from '../cases/history/event-pages.ts'
import { columns, leftJoined } from '../database/columns.ts'
import { selectList } from '../database/entity-columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { invalidInput } from '../errors/request-error.ts'
import { cursorExpired, type FeedPosition, feedStart, isSameRow, parseCursor } from './feed-cursor.ts'
import { latestPosition, positionColumns } from './latest-position.ts'

const { caseId: _caseId, version: _version, ...eventColumns } = storedEventColumns

/** An event with its position in the feed. */
export type FeedEvent = FeedPosition & Omit<EventRow, 'editsUntil' | 'case'>

// With `offset 0`, PostgreSQL looks up the event of each position, instead of reading all events.
const rowsFrom = statement(
  `
select ${selectList('f', positionColumns)}, ${selectList('e', eventColumns)}
from (select * from case_feed where position >= $1::bigint order by position limit $2::int) f
left join lateral (
  select * from case_events e where e.case_id = f.case_id and e.version = f.version offset 0
) e on true
order by f.position`,
  columns({ ...positionColumns, event: leftJoined(eventColumns) }),
)

/**
 * The position that `after` names: that of a cursor, or of the latest event for "latest". Null without it: before the oldest event
 * that is kept. Throws BAD_USER_INPUT if it is no cursor.
 */
export async function positionAfter(db: Queryable, after: string | null | undefined): Promise<FeedPosition | null> {
  if (after == null) return null
  if (after === 'latest') return latestPosition(db)
  const position = parseCursor(after)
  if (position) return position
  const message = 'after must be a cursor returned by the event feed, or "latest".'
  throw invalidInput([{ message, path: ['after'] }])
}

/** A part of the feed. Positions whose cases have been archived have no event. */
export interface FeedPart {
  events: FeedEvent[]
  /** The last position that was read. */
  end: FeedPosition
  /** Whether there are positions after it. */
  hasMore: boolean
}

/**
 * Reads so many positions after one, in their order; from the oldest that is kept if it is null. Throws CURSOR_EXPIRED if its row is
 * not in the feed.
 */
export async function readFeed(db: Queryable, after: FeedPosition | null, limit: number): Promise<FeedPart> {
  // The row of the cursor itself, and one more than the limit.
  const rows = await db.run(rowsFrom, [after?.position ?? 0, limit + 2])
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
