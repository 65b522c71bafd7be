import { type Queryable, statement } from '../database/statements/statement.ts'
import { searchableText } from '../database/statements/valid-text.ts'
import { NotFoundError } from '../errors/usage-error.ts'
import type { LoginKind } from '../login-kinds.ts'
import { emailKey } from '../people/email.ts'
import { personIdOf } from '../people/people.ts'

const idByEmail = statement('select id from persons where kind = $1 and email_key = $2', { id: 'bigint' })

/** A person by ID, such as "person:7" or "7", or by login kind and email address. */
export type PersonReference = { id: string } | { login: LoginKind; email: string }

/** Returns the number in the ID of the person. Throws a NotFoundError that does not repeat the address. */
export async function findPerson(db: Queryable, reference: PersonReference): Promise<number> {
  if ('id' in reference) {
    const id = personIdOf(reference.id.startsWith('person:') ? reference.id : `person:${reference.id}`)
    if (id === undefined) throw new NotFoundError('The ID of a person has the form "person:1" or "1".')
    return id
  }
  const [row] = await db.run(idByEmail, [reference.login, searchableText(emailKey(reference.email))])
  if (!row) throw new NotFoundError('No person of this login kind has this email address.')
  return row.id
}
