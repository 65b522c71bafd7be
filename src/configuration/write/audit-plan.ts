import { type Actor, type Audited, writeAudit } from '../../audit/write-audit.ts'
import type { Queryable } from '../../database/statement.ts'
import type { Plan } from '../plan/plan-configuration.ts'
import type { Planned } from '../plan/plan-items.ts'
import { shown, targetOf, targetOfEffect } from './show-change.ts'

const eventsPerStatement = 5_000

/** Writes an audit event for each item that changes. Returns their IDs by item. Call it after the items are written. */
export async function auditPlan(
  transaction: Queryable,
  actor: Actor,
  { planned, effects }: Plan,
): Promise<Map<Planned, number>> {
  const changed = planned.filter(isChanged)
  const events: Audited[] = [
    ...changed.map(({ item, ref, differences }) => ({
      action: 'CONFIGURED' as const,
      target: targetOf(item, ref),
      changes: differences.map(shown),
    })),
    ...effects.others.map((effect) => ({
      action: 'CONFIGURED' as const,
      target: targetOfEffect(effect),
      changes: effect.differences.map(shown),
    })),
  ]
  const ids: number[] = []
  for (let start = 0; start < events.length; start += eventsPerStatement) {
    ids.push(...(await writeAudit(transaction, actor, events.slice(start, start + eventsPerStatement))))
  }
  return new Map(changed.map((each, index) => [each, ids[index]!]))
}

export function isChanged({ stored, differences }: Planned): boolean {
  return !stored || differences.length > 0
}
