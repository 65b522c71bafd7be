import { selectList } from '../../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { type Delivery, deliveryColumns } from './deliveries.ts'

/** Whether an earlier event of the case of a delivery `d` waits. */
export const waitsBehind = `exists (
    select from webhook_deliveries b
    where b.endpoint_id = d.endpoint_id and b.case_id = d.case_id and b.status = 'WAITING' and b.version < d.version
  )`

const due = statement(
  `
select ${selectList('d', deliveryColumns)}
from jsonb_to_recordset($1::jsonb) as k ("endpointId" bigint, room int, "onlyFailed" boolean, running bigint[])
cross join lateral (
  select * from webhook_deliveries d
  where d.endpoint_id = k."endpointId" and d.status = 'WAITING' and d.next_attempt_at <= $2::timestamptz
    and (not k."onlyFailed" or d.failures > 0) and d.case_id <> all(k.running) and not ${waitsBehind}
  order by d.next_attempt_at, d.position
  limit k.room
) d`,
  deliveryColumns,
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
export function dueDeliveries(db: Queryable, wanted: readonly Wanted[], now: number): Promise<Delivery[]> {
  return db.run(due, [JSON.stringify(wanted), new Date(now)])
}
