import { batched } from '../database/batched.ts'
import { columns, leftJoined } from '../database/columns.ts'
import { columnsOf } from '../database/entity-columns.ts'
import { CaseFeedEntry } from '../feed/feed.entity.ts'

/** `waiting` counts no further. */
const maximumWaiting = 10_000

/**
 * What an endpoint has not got yet. Events of the feed that it has not read count too, although it may not get them. `before`: the row of the
 * feed before the first delivery that waits.
 */
export const waitingOf = batched(
  `
select k.ordinal::int, least(${maximumWaiting}, held.total + ahead.total)::int as waiting,
  least(held.oldest, ahead.oldest) as oldest_waiting_at, held.first is not null as is_held,
  before.position, before.case_id, before.version
from unnest($1::bigint[]) with ordinality as k (id, ordinal)
join webhook_endpoints e on e.id = k.id
cross join lateral (
  select count(*) as total, min(d.position) as first, min(c.at) as oldest
  from webhook_deliveries d
  left join case_events c on c.case_id = d.case_id and c.version = d.version
  where d.endpoint_id = e.id and d.status = 'WAITING'
) held
cross join lateral (
  select count(*) as total, min(f.relayed_at) as oldest
  from (
    select relayed_at from case_feed where position > e.position order by position limit ${maximumWaiting}
  ) f
) ahead
left join lateral (
  select position, case_id, version from case_feed where position < held.first order by position desc limit 1
) before on true`,
  columns({
    waiting: 'int',
    oldestWaitingAt: 'timestamptz | null',
    isHeld: 'boolean',
    before: leftJoined(columnsOf(CaseFeedEntry, 'position', 'caseId', 'version')),
  }),
  (ids: readonly number[]) => [ids],
)
