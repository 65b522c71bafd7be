import { allowLongStatements, long, type Queryable, statement } from '../database/statement.ts'
import type { PersonAddress } from './person-addresses.ts'

/** The addresses as rows, from the three parameters of `addressParameters`. */
export const addressRows = (first: number) => `address as materialized (
  select lower(email) as email, since, until
  from unnest($${first}::text[], $${first + 1}::timestamptz[], $${first + 2}::timestamptz[]) as a (email, since, until)
)`

export function addressParameters(addresses: readonly PersonAddress[]): unknown[] {
  return [addresses.map(({ email }) => email), addresses.map(({ since }) => since), addresses.map(({ until }) => until)]
}

/** Whether a text is an address that was the person's at the time of the event `e`. */
export const isAddress = (text: string) =>
  `exists (select from address a where a.email = lower(${text}) and e.at > a.since and e.at <= a.until)`

/** Whether the event `e` changed an assignee that is the person. Only there, events contain addresses. */
export const namesPerson = `e.changes @> '[{"path": ["assignee"]}]' and exists (
    select from jsonb_array_elements(e.changes) c
    where c -> 'path' ->> 0 = 'assignee' and (${isAddress(`c ->> 'from'`)} or ${isAddress(`c ->> 'to'`)}))`

/** The events that the person ($1) caused, or that name it. */
const eventsOfPerson = `case_events e
where (e.actor_id = $1::bigint or (cardinality($2::text[]) > 0 and ${namesPerson}))`

/** The same for Citus, which allows subqueries of an event only as joins. It returns an event once for each time that it names the person. */
const eventsOfPersonOnCitus = `case_events e
left join lateral jsonb_array_elements(e.changes) as c (change)
  on e.changes @> '[{"path": ["assignee"]}]' and c.change -> 'path' ->> 0 = 'assignee'
left join address a
  on a.email in (lower(c.change ->> 'from'), lower(c.change ->> 'to')) and e.at > a.since and e.at <= a.until
where (e.actor_id = $1::bigint or a.email is not null)`

/** How many cases a statement can have. Citus accepts what it does with their events only if all are in one shard. */
export const casesPerStatement = (db: Queryable, maximum: number) => (db.isDistributed?.() ? 1 : maximum)

/** The cases that a person ($1) took part in: as a party, as an assignee now or before, as a commenter or with a change. */
const involved = (condition: (column: string) => string, events: string) => `
with ${addressRows(2)}
select c.id as case_id from cases c where c.party_id = $1::bigint and ${condition('c.id')}
union
select c.id from cases c where c.assignee_id = $1::bigint and ${condition('c.id')}
union
select e.case_id from ${events} and ${condition('e.case_id')}
union
select m.case_id from case_comments m where m.imported_author_id = $1::bigint and ${condition('m.case_id')}
order by case_id`

function casesIf(condition: (column: string) => string) {
  const onCitus = involved(condition, eventsOfPersonOnCitus)
  return statement(involved(condition, eventsOfPerson), { caseId: 'bigint' }, { onCitus })
}

// There is no index of the events by person: all changes would pay for it. So this reads all events and comments once.
const casesOfPerson = long(casesIf(() => 'true'))
const casesOfPersonAmong = casesIf((column) => `${column} = any($5::bigint[])`)

const changedSince = statement('select id from cases where updated_at >= $1::timestamptz', { id: 'bigint' })

export interface Involvement {
  personId: number
  /** Those that assignments in events may have. Empty if the person can never have been an assignee. */
  addresses: readonly PersonAddress[]
}

/** Returns the IDs of the cases that the person took part in. Call it in a transaction: it may take minutes. */
export async function findCases(transaction: Queryable, { personId, addresses }: Involvement): Promise<number[]> {
  await transaction.run(allowLongStatements)
  return idsOf(await transaction.run(casesOfPerson, [personId, ...addressParameters(addresses)]))
}

/** The same for cases that have changed since a time. */
export async function findCasesChangedSince(
  db: Queryable,
  { personId, addresses }: Involvement,
  time: Date,
): Promise<number[]> {
  const changed = (await db.run(changedSince, [time])).map(({ id }) => id)
  if (changed.length === 0) return []
  return idsOf(await db.run(casesOfPersonAmong, [personId, ...addressParameters(addresses), changed]))
}

function idsOf(rows: readonly { caseId: number }[]): number[] {
  return rows.map(({ caseId }) => caseId)
}
