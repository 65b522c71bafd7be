import { type Actor, type Audited, writeAudit } from '../../audit/write-audit.ts'
import { endInvitations } from '../../auth/passkeys/invitations.ts'
import { CaseResolution, CaseStatus } from '../../catalogue/catalogue.entity.ts'
import { batches } from '../../database/batches.ts'
import type { Transaction } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { writePersonTerms } from '../../people/person-terms.ts'
import { type Section, sectionTable } from '../items/sections.ts'
import { type Change, isChanged, type PlannedChanges, shown } from './changes.ts'
import { type Entities, primaryKeyOf } from './managed-configuration.ts'
import type { Plan } from './references.rules.ts'

/**
 * Writes what the unit of work has, and an audit event for each item that changes. Returns their IDs by entity. If
 * nothing differs, no statement writes to a table: in the catalogue, each one renews the revision, even if it changes no row.
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
  await writeEffects(transaction, [...changes.values()])
  const sent = planned.flatMap(({ entity }) => changes.get(entity) ?? [])
  const changed = [...new Set([...sent, ...changes.values()])].filter(isChanged)
  const events = changed.map((change): Audited => ({
    action: 'CONFIGURED',
    target: targetOf(change),
    changes: change.differences.map(shown),
  }))
  const ids = await writeAudit(transaction, actor, events)
  return new Map(changed.map(({ entity }, index) => [entity, ids[index]!]))
}

/** The target of an audit event, such as `status:Open`, `typeCategory:REFUND/BILLING`, `group:3` or `person:7`. */
function targetOf({ section, entity }: Change): string {
  return `${sectionTable[section].target}:${primaryKeyOf(entity).join('/')}`
}

const waitNoLonger = statement(
  `update cases set customer_waiting_since = null where status = any($1::text[]) and customer_waiting_since is not null`,
)

/** Writes what follows from changes outside of the configuration. */
async function writeEffects(db: Queryable, changes: readonly Change[]): Promise<void> {
  const keysOf = (section: Section, ...values: string[]) =>
    changes
      .filter((change) => change.section === section)
      .filter(({ differences }) => differences.some(({ path: [name], to }) => values.includes(`${name}=${to}`)))
      .flatMap(({ entity }) => primaryKeyOf(entity))
  const closed = keysOf('statuses', 'closed=true')
  const shutOut = keysOf('persons', 'blocked=true', 'active=false').map(Number)
  if (closed.length > 0) await db.run(waitNoLonger, [closed])
  if (shutOut.length > 0) await db.run(endInvitations, [shutOut])
  for (const batch of batches(changes.flatMap(namedParty), { items: batchSize })) await writePersonTerms(db, batch)
}

const batchSize = 1_000

/** The party whose name or address is new. */
function namedParty({ section, entity, isNew, differences }: Change) {
  const isNamed = isNew || differences.some(({ path: [name] }) => name === 'firstname' || name === 'email')
  if (section !== 'persons' || !isNamed) return []
  const { id, kind, firstname, email } = entity as Entities['persons']
  return kind === 'PARTY' ? [{ id, firstname, email }] : []
}
