import { endInvitations } from '../../auth/passkeys/invitations.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { Section } from '../items/sections.ts'
import { type Entities, primaryKeyOf } from './managed-configuration.ts'

/** A change of an item: what it sets to another value. */
interface Changed {
  section: Section
  entity: Entities[Section]
  differences: readonly { path: readonly unknown[]; to: unknown }[]
}

/** Writes what follows from changes outside of the configuration. */
export async function writeEffects(db: Queryable, changes: Iterable<Changed>): Promise<void> {
  const closed: unknown[] = []
  const shutOut: number[] = []
  for (const change of changes) {
    if (change.section === 'statuses' && sets(change, 'closed', true)) closed.push(...primaryKeyOf(change.entity))
    if (change.section !== 'persons' || !(sets(change, 'blocked', true) || sets(change, 'active', false))) continue
    shutOut.push(...primaryKeyOf(change.entity).map(Number))
  }
  if (closed.length > 0) await db.run(waitNoLonger, [closed])
  if (shutOut.length > 0) await endInvitations(db, shutOut)
}

function sets({ differences }: Changed, member: string, value: boolean): boolean {
  return differences.some(({ path: [name], to }) => name === member && to === value)
}

const waitNoLonger = statement(
  `update cases set customer_waiting_since = null where status = any($1::text[]) and customer_waiting_since is not null`,
)
