import { writeAudit } from '../../audit/write-audit.ts'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import { endpointTarget } from '../endpoints.ts'
import type { ClaimedEndpoint } from './claims.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { deliveryAfter, healthAfter, isEnabled, type Outcome } from './schedule.rules.ts'

/** A delivery that was attempted, or that is not attempted any more. */
export interface Ended {
  delivery: DueDelivery
  outcome: Outcome
}

// Nothing is written for an endpoint that another process has claimed, or that an admin has changed since. The row of the endpoint is locked, so
// that none claims it meanwhile.
const write = statement(
  `
with endpoint as (
  update webhook_endpoints e
  set state = h.state, failures = h.failures, failing_since = h.since
  from jsonb_to_recordset($2::jsonb) as h (id bigint, version int, state text, failures int, since timestamptz)
  where e.id = h.id and e.claimed_by = $1::uuid and e.version = h.version
  returning e.id
), ended as (
  update webhook_deliveries d
  set status = o.status, attempts = o.attempts, failures = o.failures, next_attempt_at = o.next_attempt_at,
    finished_at = case when o.status <> 'WAITING' then statement_timestamp() end
  from endpoint, jsonb_to_recordset($3::jsonb) as o
    (id bigint, case_id bigint, version int, status text, attempts jsonb, failures int, next_attempt_at timestamptz)
  where d.id = o.id and d.endpoint_id = endpoint.id and d.case_id = o.case_id and d.version = o.version and d.status = 'WAITING'
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
  endpoints: readonly ClaimedEndpoint[],
  ended: readonly Ended[],
  now: number,
): Promise<void> {
  for (const endpoint of endpoints) {
    for (const { delivery, outcome } of ended) {
      if (delivery.endpointId !== endpoint.id || typeof outcome === 'string') continue
      Object.assign(endpoint, healthAfter(endpoint, outcome, now))
    }
  }
  const isRemoved = ({ delivery, outcome }: Ended) => outcome === 'UNSEEN' && delivery.attempts.length === 0
  const values = [
    process,
    JSON.stringify(
      endpoints.map(({ id, version, state, failures, failingSince }) => {
        return { id, version, state, failures, since: failingSince }
      }),
    ),
    JSON.stringify(ended.filter((each) => !isRemoved(each)).map((each) => deliveryRow(each, now))),
    ended.filter(isRemoved).map(({ delivery }) => delivery.id),
    new Date(now),
  ]
  const disabled = new Map(endpoints.flatMap(({ id, state }) => (isEnabled(state) ? [] : [[id, state]])))
  if (disabled.size === 0) return void (await database.run(write, values))
  await database.transaction(async (transaction) => {
    const written = await transaction.run(write, values)
    const audited = written.flatMap(({ id }) => {
      const changes = [{ path: ['state'], from: null, to: disabled.get(id) ?? null }]
      return disabled.has(id)
        ? { action: 'WEBHOOK_ENDPOINT_DISABLED' as const, target: endpointTarget(id), changes }
        : []
    })
    await writeAudit(transaction, null, audited)
  })
}

function deliveryRow({ delivery, outcome }: Ended, now: number) {
  const { id, caseId, version } = delivery
  const { status, nextAttemptAt, ...after } = deliveryAfter(delivery, outcome, now, Math.random())
  const next_attempt_at = nextAttemptAt === null ? null : new Date(nextAttemptAt)
  return { id, case_id: caseId, version, status, ...after, next_attempt_at }
}
