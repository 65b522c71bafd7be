import { personTarget } from '../audit/write-audit.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { emailKeySql } from '../people/email.ts'

/** An email address of a person, and when it was this person's. Another person can have had it before, or later. */
export interface PersonAddress {
  email: string
  /** As PostgreSQL reads it. */
  since: string
  until: string
}

/** The current and former addresses and first names of a person. */
export interface PersonNames {
  addresses: PersonAddress[]
  firstnames: string[]
}

const changesOf = (target: string) => `
audit_events a
cross join jsonb_array_elements(a.changes) with ordinality as c (change, position)
where a.target ${target} and c.change ->> 'from' is not null`

const replacedValues = statement(
  `
select a.at::text, c.change -> 'path' ->> -1 as member, c.change ->> 'from' as "from"
from ${changesOf('= $1::text')} and c.change -> 'path' ->> -1 in ('email', 'firstname')
order by a.id, c.position`,
  { at: 'text', member: 'text', from: 'text' },
)

const givenUpByOthers = statement(
  `
select n.ordinal::int, max(a.at)::text as at
from unnest($2::text[], $3::timestamptz[]) with ordinality as n (email, until, ordinal)
cross join ${changesOf('<> $1::text')} and c.change -> 'path' ->> -1 = 'email' and a.target like 'person:%'
  and ${emailKeySql(`c.change ->> 'from'`)} = ${emailKeySql('n.email')} and a.at <= n.until
group by n.ordinal`,
  { ordinal: 'int', at: 'text' },
)

/** The current names of a person, and the former ones from the audit events. */
export async function namesOf(
  db: Queryable,
  { id, email, firstname }: { id: number; email: string; firstname: string },
): Promise<PersonNames> {
  const target = personTarget(id)
  const replaced = await db.run(replacedValues, [target])
  const of = (name: string) => replaced.filter(({ member }) => member === name)
  const addresses = of('email').map(({ from, at }) => ({ email: from, since: '-infinity', until: at }))
  addresses.push({ email, since: '-infinity', until: 'infinity' })
  const parameters = [target, addresses.map(({ email }) => email), addresses.map(({ until }) => until)]
  for (const { ordinal, at } of await db.run(givenUpByOthers, parameters)) addresses[ordinal - 1]!.since = at
  return { addresses, firstnames: [...new Set([...of('firstname').map(({ from }) => from), firstname])] }
}
