import { columns, type RowOf, typed } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { CaseEventFilter } from '../../events/event-filter.ts'
import { WebhookDelivery, WebhookEndpoint } from '../webhook.entity.ts'
import type { WebhookAttempt } from '../webhook-kinds.ts'

/** How long a process may send for an endpoint without renewing its lease. */
export const leaseMs = 30_000
const leaseSql = `statement_timestamp() + interval '${leaseMs} milliseconds'`
const renewedBefore = `statement_timestamp() + interval '20 seconds'`

const isEnabled = `e.state in ('ACTIVE', 'FAILING')`
/** Whether the process $1 may send for the endpoint. */
const isFree = `(e.leased_by = $1::uuid or e.leased_until is null or e.leased_until < statement_timestamp())`

/** Every process runs it once a second. */
export const openEndpointsStatement = statement(
  `
select e.id, e.lease_token as token, e.leased_by is not distinct from $1::uuid as is_own, e.leased_until < ${renewedBefore} as is_due
from webhook_endpoints e
where ${isEnabled} and ${isFree}
order by e.id`,
  { id: 'bigint', token: 'bigint', isOwn: 'boolean', isDue: 'boolean | null' },
)

/** The endpoints that the process sends for, and those that it could send for. */
export function openEndpoints(db: Queryable, process: string) {
  return db.run(openEndpointsStatement, [process])
}

const leaseColumns = columns({
  ...columnsOf(
    WebhookEndpoint,
    'id',
    'url',
    'state',
    'position',
    'positionCaseId',
    'positionVersion',
    'doneAhead',
    'failures',
    'failingSince',
    'leaseToken',
  ),
  filter: typed<CaseEventFilter>('jsonb'),
})
export type LeasedEndpoint = RowOf<typeof leaseColumns>

const locked = `
with locked as (
  select e.id from webhook_endpoints e
  where e.id = any($2::bigint[]) and ${isEnabled} and ${isFree}
  order by e.id
  for update skip locked
)`

const acquire = statement(
  `${locked}
update webhook_endpoints e
set leased_by = $1::uuid, leased_until = ${leaseSql}, lease_token = e.lease_token + 1
from locked
where e.id = locked.id
returning ${selectList('e', leaseColumns)}`,
  leaseColumns,
)

/** Leases endpoints, each with a new token. Returns those that nobody else has leased in the meantime. */
export function acquireLeases(db: Queryable, process: string, ids: readonly number[]): Promise<LeasedEndpoint[]> {
  return db.run(acquire, [process, ids])
}

const renew = statement(
  `${locked}
update webhook_endpoints e set leased_until = ${leaseSql} from locked where e.id = locked.id returning e.id`,
  { id: 'bigint' },
)

/** Renews leases. Returns the endpoints whose lease was renewed. */
export async function renewLeases(db: Queryable, process: string, ids: readonly number[]): Promise<number[]> {
  return (await db.run(renew, [process, ids])).map(({ id }) => id)
}

const release = statement(
  'update webhook_endpoints set leased_by = null, leased_until = null where leased_by = $1::uuid',
)

/** Lets other processes send at once. */
export async function releaseLeases(db: Queryable, process: string): Promise<void> {
  await db.run(release, [process])
}

const waitingColumns = columns({
  ...columnsOf(WebhookDelivery, 'id', 'caseId', 'version', 'position', 'throughVersion', 'failures', 'nextAttemptAt'),
  attempts: typed<WebhookAttempt[]>('jsonb'),
})
export type WaitingRow = RowOf<typeof waitingColumns>

const waiting = statement(
  `
select ${selectList('d', waitingColumns)} from webhook_deliveries d
where d.endpoint_id = $1::bigint and d.status = 'WAITING'
order by d.case_id, d.version, d.id`,
  waitingColumns,
)

/** The deliveries of an endpoint that wait. */
export function waitingDeliveries(db: Queryable, endpointId: number): Promise<WaitingRow[]> {
  return db.run(waiting, [endpointId])
}
