import { endInvitations } from '../../auth/passkeys/invitations.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import type { Section } from '../items/sections.ts'
import { type Entities, primaryKeyOf } from './managed-configuration.ts'

/** A change of an item: what it sets to another value. */
interface Changed {
  section: Section
  entity: Entities[Section]
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
  if (shutOut.length > 0) await endInvitations(db, shutOut)
}
