import { typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { batches } from './batches.ts'
import type { ImportedComment, ImportFile, Item } from './import-format.ts'

/** Identifies a person within an import: several persons may share an email address, but not two of one kind. */
export function personKey(kind: LoginKind, email: string): string {
  return `${kind} ${emailKey(email)}`
}

/**
 * The `personKey` of a comment's author, or undefined if `persons` has none. Without authorLogin, an address that
 * belongs to several persons means the party of the case, else an operator, a party or a consumer, in this order.
 */
export function authorKey(
  { authorEmail, authorLogin }: ImportedComment,
  { partyEmail }: Item<'cases'>,
  persons: { has(key: string): boolean },
): string | undefined {
  const isPartyOfCase = partyEmail != null && emailKey(partyEmail) === emailKey(authorEmail)
  const kinds: readonly LoginKind[] = isPartyOfCase ? ['PARTY'] : ['OPERATOR', 'PARTY', 'CONSUMER']
  const keys = (authorLogin ? [authorLogin] : kinds).map((kind) => personKey(kind, authorEmail))
  return keys.find((key) => persons.has(key))
}

/** The email addresses, as `emailKey`, by which groups, sessions and cases of the file refer to persons. */
export function referencedEmails(file: ImportFile): Set<string> {
  const emails = new Set<string>()
  const add = (email: string | null | undefined) => email != null && emails.add(emailKey(email))
  for (const { memberEmails } of file.operatorGroups.items.values()) memberEmails?.forEach(add)
  for (const { email } of file.sessions.items.values()) add(email)
  for (const { partyEmail, assigneeEmail, comments } of file.cases.items.values()) {
    add(partyEmail)
    add(assigneeEmail)
    comments?.forEach(({ authorEmail }) => add(authorEmail))
  }
  return emails
}

const personsByEmail = statement(
  `
  select p.kind, p.email_key, p.id
  from jsonb_array_elements_text($1::jsonb) as e(email_key)
  join persons p on p.email_key = e.email_key and p.kind in ('CONSUMER', 'OPERATOR', 'PARTY')
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
