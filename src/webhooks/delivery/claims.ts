import { selectViewerOf, viewerColumns } from '../../viewer/viewer.ts'
import { columns, leftJoined, type RowOf } from '../../database/statements/columns.ts'
import { selectList } from '../../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { endpointColumns } from '../endpoints.ts'
import { webhookTimeoutMs } from '../webhooks.ts'

const claimColumns = columns({
  ...endpointColumns,
  claimedForMs: 'double precision',
  /** Of how many cases an event failed and waits. */
  heldCases: 'int',
  /** Whose view the endpoint has. Null if the person is inactive or blocked. */
  viewer: leftJoined(viewerColumns),
})

/** An endpoint that this process alone sends to. */
export type ClaimedEndpoint = Omit<RowOf<typeof claimColumns>, 'claimedForMs'> & {
  /** By the monotonic clock, in milliseconds. A request that begins later could last longer than the claim. */
  sendBefore: number
}

/** Every process runs it once a second. A claim lasts for 30 seconds, and is renewed during the last 20 of them. */
export const claimStatement = statement(
  `
with free as (
  select id from webhook_endpoints
  where state in ('ACTIVE', 'FAILING') and coalesce(claimed_until, '-infinity') < statement_timestamp()
    + case when claimed_by = $1::uuid then interval '20 seconds' else interval '0' end
  for update skip locked
), claimed as (
  update webhook_endpoints e set claimed_by = $1::uuid, claimed_until = statement_timestamp() + interval '30 seconds'
  from free where e.id = free.id
  returning e.*
), own as (
  select * from claimed
  union all
  select * from webhook_endpoints e
  where e.claimed_by = $1::uuid and e.state in ('ACTIVE', 'FAILING') and e.id not in (select id from free)
)
select ${selectList('e', endpointColumns)},
  (extract(epoch from e.claimed_until - statement_timestamp()) * 1000)::float as claimed_for_ms,
  (
    select count(*)::int from webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'WAITING' and d.failures > 0
  ) as held_cases,
  ${selectViewerOf('case when p.id is not null then e.touchpoint_code end')}
from own e
cross join catalogue_revision r
left join persons p on p.id = e.person_id and p.active and not p.blocked
order by e.id`,
  claimColumns,
)

/** Claims the endpoints that no other process has claimed, and returns all that this one has. */
export async function claimEndpoints(db: Queryable, process: string): Promise<ClaimedEndpoint[]> {
  const at = performance.now()
  const rows = await db.run(claimStatement, [process])
  return rows.map(({ claimedForMs, ...endpoint }) => ({
    ...endpoint,
    sendBefore: at + claimedForMs - webhookTimeoutMs - 1_000,
  }))
}

/** Lets other processes send at once. */
export const releaseEndpoints = statement(
  'update webhook_endpoints set claimed_by = null, claimed_until = null where claimed_by = $1::uuid',
)
