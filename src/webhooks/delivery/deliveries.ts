import { numbersOf } from '../../node-id.ts'
import { batched } from '../../database/statements/batched.ts'
import { columns, leftJoined, type RowOf, typed } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { type Removal, removal } from '../../database/expired-rows.ts'
import { idList } from '../../database/statements/id-list.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { positionColumns } from '../../feed/feed-cursor.ts'
import type { DeliveryStatus, WebhookAttempt } from '../webhook-kinds.ts'
import { WebhookDelivery as Entity } from '../webhook.entity.ts'

export const deliveryColumns = columns({
  ...columnsOf(Entity, 'id', 'endpointId', 'caseId', 'version', 'position', 'status', 'failures', 'nextAttemptAt'),
  attempts: typed<WebhookAttempt[]>('jsonb'),
})
export type Delivery = RowOf<typeof deliveryColumns>

/**
 * The loaders of the deliveries of an endpoint with these statuses, or with any if null. Newest first. Those that were not tried yet are
 * left out.
 */
export function deliveryList(db: Queryable, endpointId: number, statuses: readonly DeliveryStatus[] | null) {
  const where = `endpoint_id = $1::bigint and ($2::text[] is null or status = any($2::text[]))
  and (status <> 'WAITING' or attempts <> '[]')`
  return idList(db, { table: 'webhook_deliveries', columns: deliveryColumns, where, values: [endpointId, statuses] })
}

const byId = statement(
  `select ${selectList(null, deliveryColumns)} from webhook_deliveries where endpoint_id = $1::bigint and id = $2::bigint`,
  deliveryColumns,
)

/** A delivery by its ID. Null if there is none. */
export async function findDelivery(db: Queryable, id: string): Promise<Delivery | null> {
  const key = numbersOf('delivery', id, 2)
  const [found = null] = key.length === 0 ? [] : await db.run(byId, key)
  return found
}

/** Declares the removal of deliveries that ended so many days ago. */
export function expiredDeliveries(days: number): Removal {
  return removal('webhook_deliveries', `finished_at < statement_timestamp() - interval '${days} days'`, 'finished_at')
}

const keptSuccesses = 100

/** Removes the deliveries that succeeded at once, except the latest ones of each endpoint. */
export const furtherSuccesses: Removal = statement(
  `
with removed as (
  delete from webhook_deliveries where id in (
    select d.id
    from webhook_endpoints e
    cross join lateral (
      select id from webhook_deliveries
      where endpoint_id = e.id and status = 'DELIVERED' and not attempts @? '$[*] ? (@.failure != null)'
      order by id desc
      offset ${keptSuccesses}
    ) d
    limit 1000
  )
  returning 1
)
select count(*)::int as removed from removed`,
  { removed: 'int' },
)

/** `waiting` counts no further. */
const maximumWaiting = 10_000

/**
 * What an endpoint has not got yet. Events of the feed that it has not read count too, although it may not get them. `end`: the last row of the
 * feed before the first event that waits. Null if it is no longer kept.
 */
export const waitingOf = batched(
  `
select k.ordinal::int, least(${maximumWaiting}, added.total + ahead.total)::int as waiting,
  least(added.oldest, ahead.oldest) as oldest_waiting_at, f.position, f.case_id, f.version
from unnest($1::bigint[]) with ordinality as k (id, ordinal)
join webhook_endpoints e on e.id = k.id
cross join lateral (
  select count(*) as total, min(d.position) as first, min(c.at) as oldest
  from webhook_deliveries d
  left join case_events c on c.case_id = d.case_id and c.version = d.version
  where d.endpoint_id = e.id and d.status = 'WAITING'
) added
cross join lateral (
  select count(*) as total, min(f.relayed_at) as oldest
  from (
    select relayed_at from case_feed where position > e.position order by position limit ${maximumWaiting}
  ) f
) ahead
left join lateral (
  select * from case_feed where position <= coalesce(added.first - 1, e.position) order by position desc limit 1
) f on true`,
  columns({
    waiting: 'int',
    oldestWaitingAt: 'timestamptz | null',
    end: leftJoined(positionColumns),
  }),
  (ids: readonly number[]) => [ids],
)
