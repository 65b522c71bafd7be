import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import { BatchLoader } from '../database/batch-loader.ts'
import { columns, type RowOf } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'

const scopeColumns = columns({
  ordinal: 'int',
  viewer: viewerColumns,
  /** The types that the operator, or one of its active groups, is authorised for. */
  types: 'text[]',
  /** The IDs of the operator's active groups. */
  groups: 'text[]',
  /** The types of which the touchpoint may modify cases in some category. */
  grantedTypes: 'text[]',
})

/** The viewer of a list of cases, and what it may see besides its own cases. */
export type ListScope = Omit<RowOf<typeof scopeColumns>, 'ordinal'>

const scopesByToken = statement(
  `
select k.ordinal::int, ${viewerSelect},
  array(select a.type_code from operator_authorisations a where a.operator_id = v.person_id) as types,
  array(
    select m.group_id::text
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id
  ) as groups,
  array(
    select distinct t.type_code from touchpoint_grants t
    where t.touchpoint_code = v.touchpoint_code and t.modify_cases
  ) as granted_types
from unnest($1::text[]) with ordinality as k (token_hash, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  scopeColumns,
)

/** Identifies callers who list cases. */
export class ListScopeLoader extends BatchLoader<string, ListScope> {
  constructor(database: Queryable) {
    super((tokenHashes) => database.run(scopesByToken, [tokenHashes]))
  }
}
