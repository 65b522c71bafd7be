import { allowLongStatements, long, type Queryable, statement } from '../database/statement.ts'
import { emailKeySql } from '../people/email.ts'
import type { PersonAddress } from './person-addresses.ts'

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
