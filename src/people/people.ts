import { batched, type Loader } from '../database/batched.ts'
import { paddedArray } from '../database/padded-array.ts'
import { columns, type RowOf, typed } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { emailKey } from './email.ts'
import type { LoginKind } from './people.entity.ts'

export const personColumns = columns({
  id: 'bigint',
  login: typed<LoginKind>('text'),
  firstname: 'text',
  email: 'text',
})
export type Person = RowOf<typeof personColumns>

export const groupColumns = columns({ id: 'bigint', name: 'text' })
export type OperatorGroup = RowOf<typeof groupColumns>

const personsById = statement(
  `select id, kind as login, firstname, email from persons where id = any($1::bigint[])`,
  personColumns,
)
const activeOperatorsById = statement(
  `
select id, kind as login, firstname, email
from persons
where id = any($1::bigint[]) and kind = 'OPERATOR' and active`,
  personColumns,
)
const activeGroupsById = statement(
  `select id, name from operator_groups where id = any($1::bigint[]) and active`,
  groupColumns,
)
const groupsById = statement(`select id, name from operator_groups where id = any($1::bigint[])`, groupColumns)

const groupsByOperator = statement(
  `
select g.id, g.name
from operator_group_members m
join operator_groups g on g.id = m.group_id and g.active
where m.operator_id = $1::bigint
order by g.name`,
  groupColumns,
)

export function loadPersons(database: Queryable, ids: readonly number[]): Promise<Person[]> {
  return database.run(personsById, [paddedArray(ids, ids[0])])
}

export function loadGroups(database: Queryable, ids: readonly number[]): Promise<OperatorGroup[]> {
  return database.run(groupsById, [paddedArray(ids, ids[0])])
}

export function loadActiveOperators(database: Queryable, ids: readonly number[]): Promise<Person[]> {
  return database.run(activeOperatorsById, [paddedArray(ids, ids[0])])
}

export function loadActiveGroups(database: Queryable, ids: readonly number[]): Promise<OperatorGroup[]> {
  return database.run(activeGroupsById, [paddedArray(ids, ids[0])])
}

/** The active groups of an operator, by name. */
export function loadGroupsOfOperator(database: Queryable, operatorId: number): Promise<OperatorGroup[]> {
  return database.run(groupsByOperator, [operatorId])
}

const firstnameByEmail = batched(
  `
select k.ordinal::int, p.firstname
from unnest($1::text[]) with ordinality as k (email_key, ordinal)
join persons p on p.kind = 'OPERATOR' and p.email_key = k.email_key`,
  { firstname: 'text' },
  (keys: readonly string[]) => [keys],
)

/** The first name of an operator. Null if no operator has the address. */
export async function firstnameOf(db: Loader, email: string): Promise<string | null> {
  return (await db.load(firstnameByEmail, emailKey(email)))?.firstname ?? null
}

const idsByEmail = batched(
  `
select k.ordinal::int, p.id
from unnest($1::text[]) with ordinality as k (email_key, ordinal)
join persons p on p.kind in ('CONSUMER', 'OPERATOR', 'PARTY') and p.email_key = k.email_key`,
  { id: 'bigint' },
  (keys: readonly string[]) => [keys],
)

/** The IDs of the persons with an email address. */
export async function personIdsOf(db: Loader, key: string): Promise<number[]> {
  return (await db.loadAll(idsByEmail, key)).map(({ id }) => id)
}
