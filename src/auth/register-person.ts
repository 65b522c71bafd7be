import { personTarget, writeAudit } from '../audit/write-audit.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../login-kinds.ts'
import { writePersonTerms } from '../people/person-terms.ts'

/** A person who may not exist yet. Checked with registration.rules.ts, and the first name is trimmed. */
export interface NewPerson {
  login: LoginKind
  email: string
  firstname: string
  /** The `sub` of the person in JWTs of the issuer. */
  subject?: string
}

const insertPerson = statement(
  `
insert into persons (kind, email, email_key, firstname, subject, active, blocked)
values ($1, $2, $3, $4, $5, true, false)
on conflict do nothing
returning id`,
  { id: 'bigint' },
)

/**
 * Registers a person with its audit event, and returns the ID. Returns null if a person of this login kind has the address or the
 * subject: the next statement finds that person, because this one waits for a concurrent registration to be committed. Without
 * `personId`, people register themselves.
 */
export async function registerPerson(
  transaction: Queryable,
  person: NewPerson,
  { personId, touchpointCode }: { personId?: number; touchpointCode: string },
): Promise<number | null> {
  const { login, email, firstname, subject = null } = person
  const [row] = await transaction.run(insertPerson, [login, email, emailKey(email), firstname, subject])
  if (!row) return null
  if (login === 'PARTY') await writePersonTerms(transaction, [{ id: row.id, firstname, email }])
  const event = { action: 'PERSON_REGISTERED', target: personTarget(row.id), changes: [] } as const
  await writeAudit(transaction, { personId: personId ?? row.id, touchpointCode }, [event])
  return row.id
}
