import { numbersOf } from '../../node-id.ts'
import { authenticate } from '../../viewer/authenticate.ts'
import { isAdmin } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import { batched } from '../../database/statements/batched.ts'
import { columns, leftJoined, type RowOf, typed } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { type Removal, removal } from '../../database/expired-rows.ts'
import type { Page } from '../../database/statements/page.ts'
import { type Queryable, statement, varyingStatement } from '../../database/statements/statement.ts'
import { CaseFeedEntry } from '../../feed/feed.entity.ts'
import type { DeliveryStatus, WebhookAttempt } from '../webhook-kinds.ts'
import { WebhookDelivery as Entity } from '../webhook.entity.ts'

const storedColumns = columnsOf(Entity, 'id', 'endpointId', 'caseId', 'version', 'status', 'nextAttemptAt')
const deliveryColumns = columns({ ...storedColumns, attempts: typed<WebhookAttempt[]>('jsonb') })
export type Delivery = RowOf<typeof deliveryColumns>

const select = `select ${selectList('d', deliveryColumns)} from webhook_deliveries d`

/**
 * The loaders of the deliveries of an endpoint with these statuses, or with any if null. Newest first. Those that were not tried yet are
 * left out.
 */
export function deliveryList(db: Queryable, endpointId: number, statuses: readonly DeliveryStatus[] | null) {
  const isListed = `d.endpoint_id = $1::bigint and ($2::text[] is null or d.status = any($2::text[]))
  and (d.status <> 'WAITING' or d.attempts <> '[]')`
  const parameters = [endpointId, statuses]
  return {
    load({ after, before, limit, inverted }: Page): Promise<Delivery[]> {
      const text = `${select}
where ${isListed} and ($3::bigint is null or d.id < $3::bigint) and ($4::bigint is null or d.id > $4::bigint)
order by d.id ${inverted ? 'asc' : 'desc'}
limit $5::int`
      const position = [after?.[0] ?? null, before?.[0] ?? null]
      return db.run(varyingStatement(text, deliveryColumns), [...parameters, ...position, limit])
    },
    async count(): Promise<number> {
      const text = `select count(*)::int as total from webhook_deliveries d where ${isListed}`
      return (await db.run(varyingStatement(text, { total: 'int' }), parameters))[0]!.total
    },
  }
}

const byId = statement(`${select} where d.endpoint_id = $1::bigint and d.id = $2::bigint`, deliveryColumns)

/** A delivery of an endpoint. Null if there is none. */
export async function findDelivery(db: Queryable, endpointId = 0, id = 0): Promise<Delivery | null> {
  return (await db.run(byId, [endpointId, id]))[0] ?? null
}

/** A delivery by the numbers of its endpoint and its own. Null for all callers but admins, as if there were none. */
export async function readDelivery(
  context: RequestContext,
  [endpointId, id, ...others]: number[],
): Promise<Delivery | null> {
  const { viewer, services } = await authenticate(context)
  return others.length > 0 || !isAdmin(viewer) ? null : findDelivery(services.database, endpointId, id)
}

/** The numbers in the ID of a delivery: those of the endpoint and of the delivery. Undefined if it is no such ID. */
export function deliveryKeyOf(id: string): readonly [endpointId: number, id: number] | undefined {
  const [endpointId, number] = numbersOf('delivery', id, 2)
  return endpointId && number ? [endpointId, number] : undefined
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
    end: leftJoined(columnsOf(CaseFeedEntry, 'position', 'caseId', 'version')),
  }),
  (ids: readonly number[]) => [ids],
)
