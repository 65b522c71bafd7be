import { selectList } from '../../database/statements/entity-columns.ts'
import { statement } from '../../database/statements/statement.ts'
import { deliveryColumns } from './deliveries.ts'

/** Whether an earlier event of the case of a delivery `d` waits. */
export const waitsBehind = `exists (
    select from webhook_deliveries b
    where b.endpoint_id = d.endpoint_id and b.case_id = d.case_id and b.status = 'WAITING' and b.version < d.version
  )`

/**
 * The deliveries to attempt at a time, of each case the first that waits. For each endpoint: how many at most (`room`), whether events that
 * were not tried yet must wait (`onlyFailed`), and the cases of which an event is being sent (`running`).
 */
export const dueDeliveries = statement(
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
