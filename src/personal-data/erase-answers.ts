import { allowLongStatements, long, type Queryable, statement } from '../database/statements/statement.ts'
import { emailKey } from '../people/email.ts'
import type { PersonNames } from './person-cases.ts'

const hasNeedle = (text: string, parameter: string) =>
  `exists (select from unnest(${parameter}::text[]) as n (needle) where strpos(lower(${text}), lower(n.needle)) > 0)`

// Nobody can repeat a request of a session that has ended. A key with an address cannot stay.
const deleteKeys = long(
  statement(`
delete from idempotency_keys
where token_hash in (select token_hash from sessions where person_id = $1::bigint) or ${hasNeedle('key', '$2')}`),
)

const storedAnswers = long(
  statement(
    `
select encode(token_hash, 'hex') as token_hash, key, problems, answer
from idempotency_keys
where (problems is not null or answer is not null) and ${hasNeedle('concat(problems, answer)', '$1')}`,
    { tokenHash: 'text', key: 'text', problems: 'text | null', answer: 'text | null' },
  ),
)

const replaceAnswer = statement(
  `update idempotency_keys set problems = $3, answer = $4 where token_hash = decode($1, 'hex') and key = $2`,
)

// The audit events of a person are those with its ID as target. All others name persons by ID.
const eraseAuditEvents = statement(`
update audit_events a
set changes = (
  select jsonb_agg(c.change || '{"from": null, "to": null}' order by c.position)
  from jsonb_array_elements(a.changes) with ordinality as c (change, position)
)
where a.target = $1::text and a.changes <> '[]'`)

export interface Replacement {
  email: string
  firstname: string
}

/** Removes what the audit events with the target, and the answers that are stored with idempotency keys, say of the person. */
export async function eraseAnswers(
  transaction: Queryable,
  { personId, target }: { personId: number; target: string },
  { addresses, firstnames }: PersonNames,
  replacement: Replacement,
): Promise<void> {
  await transaction.run(allowLongStatements)
  const emails = addresses.map(({ email }) => email)
  await transaction.run(eraseAuditEvents, [target])
  await transaction.run(deleteKeys, [personId, emails])
  // Texts can contain an address. A first name is always a complete value, and many first names are parts of words.
  const needles = [...emails.map((email) => JSON.stringify(email).slice(1, -1)), ...firstnames.map(quoted)]
  for (const { tokenHash, key, problems, answer } of await transaction.run(storedAnswers, [needles])) {
    const replaced = [problems, answer].map((text) => text && replaceIn(text, emails, firstnames, replacement))
    await transaction.run(replaceAnswer, [tokenHash, key, ...replaced])
  }
}

const quoted = (text: string) => JSON.stringify(text)

/** A pattern for the texts that are equal to the address, by email.ts. */
function patternOf(email: string): string {
  const characters = Array.from(emailKey(email), (character) =>
    /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : RegExp.escape(character),
  )
  return characters.join('')
}

/** The JSON with other texts. Codes and kinds stay, although a name may be equal to one. */
function replaceIn(
  json: string,
  emails: readonly string[],
  firstnames: readonly string[],
  { email, firstname }: Replacement,
): string {
  const ofEmail = new RegExp(emails.map(patternOf).join('|'), 'gu')
  const ofFirstname = new RegExp(`^(?:${firstnames.map(RegExp.escape).join('|')})$`, 'iu')
  return JSON.stringify(
    JSON.parse(json, (name, value: unknown) =>
      typeof value === 'string' && name !== 'code' && name !== 'kind'
        ? value.replaceAll(ofEmail, () => email).replace(ofFirstname, () => firstname)
        : value,
    ),
  )
}
