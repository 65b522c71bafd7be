import { endInvitations } from '../../auth/passkeys/invitations.ts'
import { batches } from '../../database/batches.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { writePersonTerms } from '../../people/person-terms.ts'
import type { Section } from '../items/sections.ts'
import { type Entities, primaryKeyOf } from './managed-configuration.ts'

/** A change of an item: what it sets to another value. */
interface Changed {
  section: Section
  entity: Entities[Section]
  isNew: boolean
  differences: readonly { path: readonly unknown[]; to: unknown }[]
}

const waitNoLonger = statement(
  `update cases set customer_waiting_since = null where status = any($1::text[]) and customer_waiting_since is not null`,
)

/** Writes what follows from changes outside of the configuration. */
export async function writeEffects(db: Queryable, changes: readonly Changed[]): Promise<void> {
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
function namedParty({ section, entity, isNew, differences }: Changed) {
  const isNamed = isNew || differences.some(({ path: [name] }) => name === 'firstname' || name === 'email')
  if (section !== 'persons' || !isNamed) return []
  const { id, kind, firstname, email } = entity as Entities['persons']
  return kind === 'PARTY' ? [{ id, firstname, email }] : []
}
