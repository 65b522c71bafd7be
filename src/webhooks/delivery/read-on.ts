import type { Services } from '../../context.ts'
import { statement } from '../../database/statements/statement.ts'
import { type FeedPosition, isCursorExpired } from '../../feed/feed-cursor.ts'
import { readFeed } from '../../feed/read-feed.ts'
import { interestingEvents, visibleEvents } from '../../feed/visible-events.ts'
import { feedPosition } from '../endpoints.ts'
import type { ClaimedEndpoint } from './claims.ts'
import { waitsBehind } from './due-deliveries.ts'

/** How many positions of the feed are read at once. */
const partSize = 200

/** A part of the feed that an endpoint has read: the events that it may get. */
interface ReadPart {
  endpointId: number
  start: FeedPosition
  end: FeedPosition
  events: readonly { caseId: number; version: number; position: number; isSeen: boolean }[]
}

/**
 * Reads the next part of the feed, once for all endpoints at the same position, and adds deliveries of what they get. Returns false if
 * there is no next part.
 */
export async function readOn(
  services: Services,
  process: string,
  endpoints: readonly ClaimedEndpoint[],
): Promise<boolean> {
  const behind = endpoints.filter(({ position }) => position < services.feedRelay.position)
  const parts: ReadPart[] = []
  for (const group of Map.groupBy(behind, ({ position }) => position).values()) {
    parts.push(...(await readPart(services, group)))
  }
  const read = parts.filter(({ start, end }) => start.position !== end.position)
  if (read.length === 0) return false
  const rows = read.map(({ endpointId, start, end: { position, caseId, version }, events }) => ({
    endpoint_id: endpointId,
    start: start.position,
    position,
    case_id: caseId,
    version,
    events: events.map(({ caseId, version, position, isSeen: seen }) => ({ case_id: caseId, version, position, seen })),
  }))
  await services.database.run(add, [process, JSON.stringify(rows), new Date(services.webhooks.now())])
  return true
}

async function readPart(services: Services, group: readonly ClaimedEndpoint[]): Promise<ReadPart[]> {
  const { database, log } = services
  const start = feedPosition(group[0]!)
  const { events, end } = await readFeed(database, start, partSize).catch((error: unknown) => {
    if (!isCursorExpired(error)) throw error
    const message = 'Events that webhook endpoints did not get are no longer kept. They continue at the oldest event.'
    log.warn({ endpoints: group.map(({ id }) => id) }, message)
    return readFeed(database, null, partSize)
  })
  const readers = group.flatMap(({ id, viewer, filter }) => (viewer ? [{ id, viewer, filter }] : []))
  const items = await visibleEvents(services, readers, events)
  return group.map(({ id }) => {
    const index = readers.findIndex((reader) => reader.id === id)
    const seen = new Set(items[index]?.map(({ position }) => position.position))
    const wanted = index < 0 ? [] : interestingEvents(readers[index]!, events)
    return { endpointId: id, start, end, events: wanted.map((each) => ({ ...each, isSeen: seen.has(each.position) })) }
  })
}

// Nothing is added for an endpoint that another process has claimed, or whose position an admin has changed. What follows an event that waits is
// added although the endpoint does not see it now: it is judged when its turn comes.
const add = statement(
  `
with part as (
  update webhook_endpoints e
  set position = p.position, position_case_id = p.case_id, position_version = p.version
  from jsonb_to_recordset($2::jsonb) as p (endpoint_id bigint, start bigint, position bigint, case_id bigint, version int, events jsonb)
  where e.id = p.endpoint_id and e.claimed_by = $1::uuid and e.position = p.start
  returning e.id, p.events
)
insert into webhook_deliveries (endpoint_id, case_id, version, position, status, next_attempt_at)
select d.endpoint_id, d.case_id, d.version, d.position, 'WAITING',
  case when d.seen_before = 0 and not ${waitsBehind} then $3::timestamptz end
from (
  select part.id as endpoint_id, v.case_id, v.version, v.position, v.seen,
    count(*) filter (where v.seen) over (
      partition by part.id, v.case_id order by v.version rows between unbounded preceding and 1 preceding
    ) as seen_before
  from part
  cross join lateral jsonb_to_recordset(part.events) as v (case_id bigint, version int, position bigint, seen boolean)
) d
where d.seen or d.seen_before > 0 or ${waitsBehind}
order by d.position, d.endpoint_id`,
)
