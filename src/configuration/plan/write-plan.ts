import { type Actor, type Audited, writeAudit } from '../../audit/write-audit.ts'
import { CaseResolution, CaseStatus } from '../../catalogue/catalogue.entity.ts'
import type { Transaction } from '../../database/database.ts'
import { type Section, sectionTable } from '../items/sections.ts'
import { type Change, changesIn, shown } from './changes.ts'
import { identityOf } from './managed-configuration.ts'
import type { Plan } from './plan-configuration.ts'

const eventsPerStatement = 5_000

/** What a plan changes: of its items, and of others, which are the former default and the other sides of memberships. */
export interface PlannedChanges {
  changes: ReadonlyMap<object, Change>
  /** How many rows are inserted, updated and deleted, not counting new versions. */
  rows: number
}

/** Reads the change sets, and increases the version of each item that changes. Call it if there are no problems. */
export function changesOf({ configuration, fields }: Plan, withNewValues: boolean): PlannedChanges {
  const { changes, rows } = changesIn(configuration.em, withNewValues)
  for (const [code, { before, after }] of fields) {
    const [from, to] = [before.map(({ name }) => name), after.map(({ name }) => name)]
    const [stored, sent] = [new Set(from), new Set(to)]
    const expected = [...from.filter((name) => sent.has(name)), ...to.filter((name) => !stored.has(name))]
    // Elements that were only appended or removed are shown as such.
    if (expected.every((name, index) => name === to[index])) continue
    changes.get(configuration.get('types', code)!)?.differences.push({ path: ['fields'], from, to })
  }
  for (const { isNew, entity, differences } of changes.values()) if (!isNew && differences.length > 0) entity.version++
  return { changes, rows }
}

/**
 * Writes what the unit of work has, and an audit event for each item that changes. Returns their IDs by entity.
 *
 * If nothing differs, no statement writes to a table. This matters for the catalogue: every such statement renews its revision,
 * even one that changes no row.
 */
export async function writePlan(
  transaction: Transaction,
  actor: Actor,
  { configuration: { em }, planned }: Plan,
  { changes }: PlannedChanges,
): Promise<Map<object, number>> {
  // Only one row can be the default, so the former one is written first.
  const defaults = new Set<Section>()
  for (const { section, entity } of changes.values()) {
    if ('isDefault' in entity && entity.isDefault) defaults.add(section)
  }
  if (defaults.has('statuses')) await em.nativeUpdate(CaseStatus, { isDefault: true }, { isDefault: false })
  if (defaults.has('resolutions')) await em.nativeUpdate(CaseResolution, { isDefault: true }, { isDefault: false })
  await em.flush()
  const sent = planned.flatMap(({ entity }) => changes.get(entity) ?? [])
  const changed = [...new Set([...sent, ...changes.values()])].filter(isChanged)
  const events = changed.map((change): Audited => ({
    action: 'CONFIGURED',
    target: targetOf(change),
    changes: change.differences.map(shown),
  }))
  const ids: number[] = []
  for (let start = 0; start < events.length; start += eventsPerStatement) {
    ids.push(...(await writeAudit(transaction, actor, events.slice(start, start + eventsPerStatement))))
  }
  return new Map(changed.map(({ entity }, index) => [entity, ids[index]!]))
}

export function isChanged({ isNew, differences }: Change): boolean {
  return isNew || differences.length > 0
}

/** The target of an audit event, such as `status:Open`, `typeCategory:REFUND/BILLING`, `group:3` or `person:7`. */
function targetOf({ section, entity }: Change): string {
  return `${sectionTable[section].target}:${identityOf(entity).join('/')}`
}
