import { typed } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { batches } from '../batches.ts'
import type { ImportFile, Item } from '../format/import-format.ts'

/** The author of a comment or the actor of an event. */
export interface Author {
  email: string
  login: LoginKind | null | undefined
}

/** Events of an import have none, and comments without one have that of their event. */
export type PossibleAuthor = { [Member in keyof Author]: Author[Member] | null | undefined }

/** Identifies a person within an import: several persons may share an email address, but not two of one kind. */
export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/**
 * The `personKey` of the author of a comment or the actor of an event, or undefined if `persons` has none. Without a
 * login, an address that belongs to several persons means the party of the case, else an operator, a party or a
 * consumer, in this order.
 */
export function authorKey(
  { email, login }: Author,
  { partyEmail }: Item<'cases'>,
  persons: { has(key: string): boolean },
): string | undefined {
  const isPartyOfCase = partyEmail != null && emailKey(partyEmail) === emailKey(email)
  const kinds: readonly LoginKind[] = isPartyOfCase ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (login ? [login] : kinds).map((kind) => personKey(kind, email))
  return keys.find((key) => persons.has(key))
}

/** The email addresses of the persons of the file, and those by which it refers to persons. As `emailKey`. */
export function emailsIn(file: ImportFile): Set<string> {
  const emails = new Set<string>()
  const add = (email: string | null | undefined) => email != null && emails.add(emailKey(email))
  for (const { items } of [file.admins, file.operators, file.parties, file.consumers, file.sessions]) {
    for (const { email } of items.values()) add(email)
  }
  for (const { memberEmails } of file.operatorGroups.items.values()) memberEmails?.forEach(add)
  for (const { partyEmail, assigneeEmail, comments, history } of file.cases.items.values()) {
    add(partyEmail)
    add(assigneeEmail)
    comments?.forEach(({ authorEmail }) => add(authorEmail))
    history?.forEach(({ actorEmail }) => add(actorEmail))
  }
  return emails
}

const personsByEmail = statement(
  `
  select p.kind, p.email_key, p.id
  from jsonb_array_elements_text($1::jsonb) as e(email_key)
  join persons p on p.email_key = e.email_key and p.kind in ('ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY')
`,
  { kind: typed<LoginKind>('text'), emailKey: 'text', id: 'bigint' },
)

const emailsPerStatement = 5_000

/** The IDs of the stored persons who have one of these addresses (as `emailKey`), by `personKey`. */
export async function loadPersonIds(database: Queryable, emailKeys: Iterable<string>): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of batches(emailKeys, { items: emailsPerStatement })) {
    for (const { kind, emailKey: key, id } of await database.run(personsByEmail, [JSON.stringify(batch)])) {
      ids.set(personKey(kind, key), id)
    }
  }
  return ids
}
