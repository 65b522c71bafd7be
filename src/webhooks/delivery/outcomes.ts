import { writeAudit } from '../../audit/write-audit.ts'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import { endpointId } from '../endpoints.ts'
import type { ClaimedEndpoint } from './claims.ts'
import type { Delivery } from './deliveries.ts'
import { deliveryAfter, healthAfter, isEnabled, type Outcome } from './schedule.rules.ts'

/** A delivery that was attempted, or that is not attempted any more. */
export interface Ended {
  delivery: Delivery
  outcome: Outcome
}

// Nothing is written for an endpoint that another process has claimed, or that an admin has changed since. The row of the endpoint is locked, so
// that none claims it meanwhile.
const write = statement(
  `
with endpoint as (
  update webhook_endpoints e
  set state = h.state, failures = h.failures, failing_since = h."failingSince"
  from jsonb_to_recordset($2::jsonb) as h (id bigint, version int, state text, failures int, "failingSince" timestamptz)
  where e.id = h.id and e.claimed_by = $1::uuid and e.version = h.version
  returning e.id
), ended as (
  update webhook_deliveries d
  set status = o.status, attempts = o.attempts, failures = o.failures, next_attempt_at = o."nextAttemptAt",
    finished_at = case when o.status <> 'WAITING' then statement_timestamp() end
  from endpoint, jsonb_to_recordset($3::jsonb) as o
    (id bigint, "caseId" bigint, version int, status text, attempts jsonb, failures int, "nextAttemptAt" timestamptz)
  where d.id = o.id and d.endpoint_id = endpoint.id and d.case_id = o."caseId" and d.version = o.version and d.status = 'WAITING'
  returning d.*
), removed as (
  delete from webhook_deliveries d using endpoint where d.id = any($4::bigint[]) and d.endpoint_id = endpoint.id
  returning d.*
), following as (
  select (
    select n.id from webhook_deliveries n
    where n.endpoint_id = e.endpoint_id and n.case_id = e.case_id and n.status = 'WAITING' and n.version > e.version
    order by n.version
    limit 1
  ) as id
  from (select * from ended where status <> 'WAITING' union all select * from removed) e
), due as (
  update webhook_deliveries d set next_attempt_at = coalesce(d.next_attempt_at, $5::timestamptz)
  from following where d.id = following.id
)
select id from endpoint`,
  { id: 'bigint' },
)

/**
 * Writes what became of deliveries of endpoints, and the health of the endpoints. When an event does not wait any more, the next one of its
 * case is due.
 */
export async function writeOutcomes(
  database: Database,
  process: string,
  endpoints: ReadonlyMap<number, ClaimedEndpoint>,
  ended: readonly Ended[],
  now: number,
): Promise<void> {
  for (const { delivery, outcome } of ended) {
    const endpoint = endpoints.get(delivery.endpointId)!
    if (typeof outcome !== 'string') Object.assign(endpoint, healthAfter(endpoint, outcome, now))
  }
  const concerned = [...new Set(ended.map(({ delivery }) => endpoints.get(delivery.endpointId)!))]
  const { removed = [], kept = [] } = Object.groupBy(ended, ({ delivery, outcome }) =>
    outcome === 'UNSEEN' && delivery.attempts.length === 0 ? 'removed' : 'kept',
  )
  const values = [
    process,
    JSON.stringify(
      concerned.map(({ id, version, state, failures, failingSince }) => {
        return { id, version, state, failures, failingSince }
      }),
    ),
    JSON.stringify(
      kept.map(({ delivery, outcome }) => {
        const { id, caseId, version } = delivery
        return { id, caseId, version, ...deliveryAfter(delivery, outcome, now, Math.random()) }
      }),
    ),
    removed.map(({ delivery }) => delivery.id),
    new Date(now),
  ]
  if (concerned.every(({ state }) => isEnabled(state))) return void (await database.run(write, values))
  await database.transaction(async (transaction) => {
    const written = new Set((await transaction.run(write, values)).map(({ id }) => id))
    const disabled = concerned.filter(({ id, state }) => written.has(id) && !isEnabled(state))
    await writeAudit(
      transaction,
      null,
      disabled.map(({ id, state }) => ({
        action: 'WEBHOOK_ENDPOINT_DISABLED',
        target: endpointId(id),
        changes: [{ path: ['state'], from: null, to: state }],
      })),
    )
  })
}
