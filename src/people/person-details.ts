import { batchedBy } from '../database/batched.ts'
import { columnsOf, selectList } from '../database/entity-columns.ts'
import * as entities from './people.entity.ts'
import { groupColumns, groupSelect, personColumns, personSelect } from './people.ts'

const detailColumns = columnsOf(entities.Person, 'active', 'blocked', 'subject', 'version')

const ofId = { id: 'bigint' } as const

/** What only administration needs of a person, by ID. */
export const personDetails = batchedBy(
  ofId,
  (keys) => `select k.ordinal::int, ${selectList('o', detailColumns)} from ${keys} join persons o on o.id = k.id`,
  detailColumns,
)

const groupDetailColumns = columnsOf(entities.OperatorGroup, 'active', 'version')

/** What only administration needs of a group, by ID. */
export const groupDetails = batchedBy(
  ofId,
  (keys) =>
    `select k.ordinal::int, ${selectList('o', groupDetailColumns)} from ${keys} join operator_groups o on o.id = k.id`,
  groupDetailColumns,
)

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

/** The types that the members of a group are authorised for. */
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
