import type { Services } from '../../context.ts'
import { statement } from '../../database/statements/statement.ts'
import { isCursorExpired } from '../../feed/feed-cursor.ts'
import { type FeedEvent, readFeed } from '../../feed/read-feed.ts'
import { type EventItem, interestingEvents, visibleEvents } from '../../feed/visibility/visible-events.ts'
import { feedPosition } from '../endpoints.ts'
import type { ClaimedEndpoint } from './claims.ts'
import { waitsBehind } from './due-deliveries.ts'

/** How many positions of the feed are read at once. */
const partSize = 200

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
  const groups = Map.groupBy(behind, ({ position }) => position).values()
  const parts = (await Array.fromAsync(groups, (group) => readPart(services, group))).flat()
  const read = parts.filter(({ start, position }) => start !== position)
  if (read.length === 0) return false
  await services.database.run(add, [process, JSON.stringify(read), new Date(services.webhooks.now())])
  return true
}

/** The next part of the feed for endpoints at the same position: where it ends, and the events that each may get. */
async function readPart(services: Services, group: readonly ClaimedEndpoint[]) {
  const { database, log } = services
  const start = feedPosition(group[0]!)
  const { events, end } = await readFeed(database, start, partSize).catch((error: unknown) => {
    if (!isCursorExpired(error)) throw error
    const message = 'Events that webhook endpoints did not get are no longer kept. They continue at the oldest event.'
    log.warn({ endpoints: group.map(({ id }) => id) }, message)
    return readFeed(database, null, partSize)
  })
  const seen = await seenBy(services, group, events)
  const { position, caseId, version } = end
  return group.map(({ id, viewer, filter }) => {
    const positions = new Set(seen.get(id)?.map((item) => item.position.position))
    const interesting = viewer ? interestingEvents({ viewer, filter }, events) : []
    const added = interesting.map(({ caseId, version, position }) => {
      return { caseId, version, position, seen: positions.has(position) }
    })
    return { endpointId: id, start: start.position, position, caseId, version, events: added }
  })
}

/** What endpoints see of the events now, by their IDs. Those without a viewer are missing. */
export async function seenBy(
  services: Services,
  endpoints: readonly ClaimedEndpoint[],
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<number, readonly EventItem[]>> {
  const readers = endpoints.flatMap(({ id, viewer, filter }) => (viewer ? [{ id, viewer, filter }] : []))
  const items = await visibleEvents(services, readers, events)
  return new Map(readers.map(({ id }, index) => [id, items[index]!]))
}

// Nothing is added for an endpoint that another process has claimed, or whose position an admin has changed. What follows an event that waits is
// added although the endpoint does not see it now: it is judged when its turn comes.
const add = statement(
  `
with part as (
  update webhook_endpoints e
  set position = p.position, position_case_id = p."caseId", position_version = p.version
  from jsonb_to_recordset($2::jsonb) as p
    ("endpointId" bigint, start bigint, position bigint, "caseId" bigint, version int, events jsonb)
  where e.id = p."endpointId" and e.claimed_by = $1::uuid and e.position = p.start
  returning e.id, p.events
)
insert into webhook_deliveries (endpoint_id, case_id, version, position, status, next_attempt_at)
select d.endpoint_id, d.case_id, d.version, d.position, 'WAITING',
  case when d.seen_before = 0 and not ${waitsBehind} then $3::timestamptz end
from (
  select part.id as endpoint_id, v."caseId" as case_id, v.version, v.position, v.seen,
    count(*) filter (where v.seen) over (
      partition by part.id, v."caseId" order by v.version rows between unbounded preceding and 1 preceding
    ) as seen_before
  from part
  cross join lateral jsonb_to_recordset(part.events) as v ("caseId" bigint, version int, position bigint, seen boolean)
) d
where d.seen or d.seen_before > 0 or ${waitsBehind}
order by d.position, d.endpoint_id`,
)
