import { columns, type RowOf, typed } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import type { WebhookAttempt } from '../webhook-kinds.ts'
import { WebhookDelivery } from '../webhook.entity.ts'

const dueColumns = columns({
  ...columnsOf(WebhookDelivery, 'id', 'endpointId', 'caseId', 'version', 'position', 'failures'),
  attempts: typed<WebhookAttempt[]>('jsonb'),
})
export type DueDelivery = RowOf<typeof dueColumns>

/** Whether an earlier event of the case of a delivery `d` waits. */
export const waitsBehind = `exists (
    select from webhook_deliveries b
    where b.endpoint_id = d.endpoint_id and b.case_id = d.case_id and b.status = 'WAITING' and b.version < d.version
  )`

const due = statement(
  `
select ${selectList('d', dueColumns)}
from jsonb_to_recordset($1::jsonb) as k (endpoint_id bigint, room int, only_failed boolean, running bigint[])
cross join lateral (
  select * from webhook_deliveries d
  where d.endpoint_id = k.endpoint_id and d.status = 'WAITING' and d.next_attempt_at <= $2::timestamptz
    and (not k.only_failed or d.failures > 0) and d.case_id <> all(k.running) and not ${waitsBehind}
  order by d.next_attempt_at, d.position
  limit k.room
) d`,
  dueColumns,
)

/** Which deliveries of an endpoint to look for. */
export interface Wanted {
  endpointId: number
  /** How many at most. */
  room: number
  /** Whether events that were not tried yet must wait. */
  onlyFailed: boolean
  /** The cases of which an event is being sent. */
  running: readonly number[]
}

/** The deliveries to attempt at a time, of each case the first that waits. */
export function dueDeliveries(db: Queryable, wanted: readonly Wanted[], now: number): Promise<DueDelivery[]> {
  const rows = wanted.map(({ endpointId, room, onlyFailed, running }) => {
    return { endpoint_id: endpointId, room, only_failed: onlyFailed, running }
  })
  return db.run(due, [JSON.stringify(rows), new Date(now)])
}
