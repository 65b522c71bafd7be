import { numbersOf } from '../node-id.ts'
import type { LoginKind } from '../login-kinds.ts'
import { batchedBy, type Loader } from '../database/statements/batched.ts'
import { paddedArray } from '../database/statements/keys.ts'
import { type Columns, columns, type RowOf, typed } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { emailKey } from './email.ts'
import { OperatorGroup as GroupEntity } from '../catalogue/catalogue.entity.ts'
import { Person as PersonEntity } from './people.entity.ts'

const storedColumns = columnsOf(PersonEntity, 'id', 'firstname', 'email', 'version')
export const personColumns = columns({ ...storedColumns, login: typed<LoginKind>('text') })
/**
 * A person. The version comes with the names, and before what is loaded for the person: who sends all back with an earlier version
 * overwrites nothing. It is absent if the names came with something else, such as a case, which admins cannot read.
 */
export type Person = Unversioned<RowOf<typeof personColumns>>

type Unversioned<Row extends { version: number }> = Omit<Row, 'version'> & Partial<Pick<Row, 'version'>>

/** The select list of `personColumns`, from `persons o`. */
export const personSelect = `${selectList('o', storedColumns)}, o.kind as login`

export const groupColumns = columnsOf(GroupEntity, 'id', 'name', 'version')
export type OperatorGroup = Unversioned<RowOf<typeof groupColumns>>

/** The select list of `groupColumns`, from `operator_groups o`. */
export const groupSelect = selectList('o', groupColumns)

/** Loads the rows `o` with IDs, if they fulfil a condition. */
function byIds<const C extends Columns>(select: string, table: string, columns: C, condition = '') {
  const declared = statement(`select ${select} from ${table} o where o.id = any($1::bigint[])${condition}`, columns)
  return (database: Queryable, ids: readonly number[]) => database.run(declared, [paddedArray(ids, ids[0])])
}

export const loadPersons = byIds(personSelect, 'persons', personColumns)
export const loadActiveOperators = byIds(
  personSelect,
  'persons',
  personColumns,
  ` and o.kind = 'OPERATOR' and o.active`,
)
export const loadGroups = byIds(groupSelect, 'operator_groups', groupColumns)
export const loadActiveGroups = byIds(groupSelect, 'operator_groups', groupColumns, ' and o.active')

const groupsByOperator = statement(
  `
select ${groupSelect}
from operator_group_members m
join operator_groups o on o.id = m.group_id and o.active
where m.operator_id = $1::bigint
order by o.name`,
  groupColumns,
)

export function loadGroupsOfOperator(database: Queryable, operatorId: number): Promise<OperatorGroup[]> {
  return database.run(groupsByOperator, [operatorId])
}

const firstnameByEmail = batchedBy(
  { emailKey: 'text' },
  (keys) => `
select k.ordinal::int, p.firstname
from ${keys}
join persons p on p.kind = 'OPERATOR' and p.email_key = k.email_key`,
  { firstname: 'text' },
)

/** The first name of an operator. Null if no operator has the address. */
export async function firstnameOf(db: Loader, email: string): Promise<string | null> {
  return (await db.load(firstnameByEmail, { emailKey: emailKey(email) }))?.firstname ?? null
}

const idsByEmail = batchedBy(
  { emailKey: 'text' },
  (keys) => `
select k.ordinal::int, p.id
from ${keys}
join persons p on p.kind in ('ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY') and p.email_key = k.email_key`,
  { id: 'bigint' },
)

export async function personIdsOf(db: Loader, emailKey: string): Promise<number[]> {
  return (await db.loadAll(idsByEmail, { emailKey })).map(({ id }) => id)
}

const ofId = { id: 'bigint' } as const

/** Columns of a table by ID. */
const detailsIn = <const C extends Columns>(table: string, columns: C) =>
  batchedBy(
    ofId,
    (keys) => `select k.ordinal::int, ${selectList('o', columns)} from ${keys} join ${table} o on o.id = k.id`,
    columns,
  )

/** What only administration needs of a person, and of a group. */
export const personDetails = detailsIn('persons', columnsOf(PersonEntity, 'active', 'blocked', 'subject', 'version'))
export const groupDetails = detailsIn('operator_groups', columnsOf(GroupEntity, 'active', 'version'))

/** The codes of the types in a table of authorisations, by the ID in a column. */
const typesIn = (table: string, column: string) =>
  batchedBy(
    ofId,
    (keys) => `
select k.ordinal::int, t.type_code
from ${keys}
join ${table} t on t.${column} = k.id
order by k.ordinal, t.type_code collate "C"`,
    { typeCode: 'text' },
  )

/** The types that a person is authorised for, without those of its groups. */
export const typesOfPerson = typesIn('operator_types', 'operator_id')

export const typesOfGroup = typesIn('operator_group_types', 'group_id')

export const groupsOfPerson = batchedBy(
  ofId,
  (keys) => `
select k.ordinal::int, ${groupSelect}
from ${keys}
join operator_group_members m on m.operator_id = k.id
join operator_groups o on o.id = m.group_id
order by k.ordinal, o.name collate "C"`,
  groupColumns,
)

export const membersOfGroup = batchedBy(
  ofId,
  (keys) => `
select k.ordinal::int, ${personSelect}
from ${keys}
join operator_group_members m on m.group_id = k.id
join persons o on o.id = m.operator_id
order by k.ordinal, o.email_key`,
  personColumns,
)

/** The number in the ID of a person. Undefined if it is no such ID. */
export function personIdOf(id: string): number | undefined {
  return numbersOf('person', id, 1)[0]
}

/**
 * The persons with these IDs who are not erased, in SQL. Locks them until the transaction ends, so that an erasure waits. If an erasure
 * is running, this waits for it. So what a transaction writes about a person is either seen by the erasure, or not written.
 */
export const unerasedPersons = (ids: string) =>
  `select id from persons where id = any(${ids}) and erased_at is null order by id for key share`

/** Locks persons until the transaction ends. An erasure also locks persons before their sessions and passkeys. */
export const holdPersons = statement('select from persons where id = any($1::bigint[]) order by id for key share')
