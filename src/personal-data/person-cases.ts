import { personTarget } from '../audit/write-audit.ts'
import { type Queryable, statement, allowLongStatements, long } from '../database/statements/statement.ts'
import { emailKeySql } from '../people/email.ts'

/** An email address of a person, and when it was this person's. Another person can have had it before, or later. */
interface PersonAddress {
  email: string
  /** As PostgreSQL reads it. */
  since: string
  until: string
}

export type PersonNames = Awaited<ReturnType<typeof namesOf>>

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
) {
  const target = personTarget(id)
  const replaced = await db.run(replacedValues, [target])
  const of = (name: string) => replaced.filter(({ member }) => member === name)
  const addresses: PersonAddress[] = of('email').map(({ from, at }) => ({ email: from, since: '-infinity', until: at }))
  addresses.push({ email, since: '-infinity', until: 'infinity' })
  const parameters = [target, addresses.map(({ email }) => email), addresses.map(({ until }) => until)]
  for (const { ordinal, at } of await db.run(givenUpByOthers, parameters)) addresses[ordinal - 1]!.since = at
  return { addresses, firstnames: [...new Set([...of('firstname').map(({ from }) => from), firstname])] }
}

/** The addresses as rows, from the three parameters of `addressParameters`. */
export const addressRows = (first: number) => `address as materialized (
  select ${emailKeySql('email')} as email, since, until
  from unnest($${first}::text[], $${first + 1}::timestamptz[], $${first + 2}::timestamptz[]) as a (email, since, until)
)`

export function addressParameters(addresses: readonly PersonAddress[]): unknown[] {
  return [addresses.map(({ email }) => email), addresses.map(({ since }) => since), addresses.map(({ until }) => until)]
}

/** Whether a text is an address that was the person's at the time of the event `e`. */
export const isAddress = (text: string) =>
  `exists (select from address a where a.email = ${emailKeySql(text)} and e.at > a.since and e.at <= a.until)`

/** Whether the event `e` changed an assignee that is the person. Only there, events contain addresses. */
export const namesPerson = `e.changes @> '[{"path": ["assignee"]}]' and exists (
    select from jsonb_array_elements(e.changes) c
    where c -> 'path' ->> 0 = 'assignee' and (${isAddress(`c ->> 'from'`)} or ${isAddress(`c ->> 'to'`)}))`

// There is no index of the events by person: all changes would pay for it. So this reads all events and comments once.
/** The cases that a person ($1) took part in: as a party, as an assignee now or before, as a commenter or with a change. */
const casesOfPerson = long(
  statement(
    `
with ${addressRows(2)}
select id as case_id from cases where party_id = $1::bigint
union
select id from cases where assignee_id = $1::bigint
union
select e.case_id from case_events e
where (e.actor_id = $1::bigint or (cardinality($2::text[]) > 0 and ${namesPerson}))
union
select case_id from case_comments where imported_author_id = $1::bigint
order by case_id`,
    { caseId: 'bigint' },
  ),
)

export interface Involvement {
  personId: number
  /** Those that assignments in events may have. Empty if the person can never have been an assignee. */
  addresses: readonly PersonAddress[]
}

/** Returns the IDs of the cases that the person took part in. Call it in a transaction: it may take minutes. */
export async function findCases(transaction: Queryable, { personId, addresses }: Involvement): Promise<number[]> {
  await transaction.run(allowLongStatements)
  const rows = await transaction.run(casesOfPerson, [personId, ...addressParameters(addresses)])
  return rows.map(({ caseId }) => caseId)
}
