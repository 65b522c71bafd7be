import { type Queryable, statement } from '../database/statements/statement.ts'
import type { AuditAction } from './audit-actions.ts'
import type { AuditedValue } from './audit-event.entity.ts'

/** Who performed an action. Null for the command line and imports. */
export type Actor = { personId: number; touchpointCode: string } | null

export interface Audited {
  action: AuditAction
  /** The target of the action, for example `status:Open` or `person:7`. */
  target: string
  changes: readonly AuditedValue[]
}

export function personTarget(id: number): string {
  return `person:${id}`
}

// The time of the statement, because the transaction may have waited for another one since it began.
const insertEvents = statement(
  `
insert into audit_events (at, actor_id, touchpoint_code, action, target, changes)
select statement_timestamp(), $1::bigint, $2::text, e.action, e.target, e.changes
from jsonb_array_elements($3::jsonb) with ordinality as s (event, ordinal)
cross join jsonb_to_record(s.event) as e (action text, target text, changes jsonb)
order by s.ordinal
returning id`,
  { id: 'bigint' },
)

/**
 * Writes audit events, and returns their IDs in the given order. Call it in the transaction of the change. `changes` must not contain secrets. They
 * refer to persons by ID (`person:7`), except those of the person itself, which its erasure removes.
 */
export async function writeAudit(transaction: Queryable, actor: Actor, events: readonly Audited[]): Promise<number[]> {
  if (events.length === 0) return []
  const values = [actor?.personId ?? null, actor?.touchpointCode ?? null, JSON.stringify(events)]
  return (await transaction.run(insertEvents, values)).map(({ id }) => id)
}
