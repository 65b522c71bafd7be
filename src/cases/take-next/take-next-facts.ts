import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { BatchLoader } from '../../database/batch-loader.ts'
import { columns, type RowOf, typed } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'

const factsColumns = columns({
  ordinal: 'int',
  viewer: viewerColumns,
  /** The viewer's active groups, or the one of the requested name. */
  groups: typed<{ id: number; name: string }[]>('json'),
  /** The types that the viewer, or one of its active groups, is authorised for. */
  types: 'text[]',
})

export type TakeNextFacts = Omit<RowOf<typeof factsColumns>, 'ordinal'>

export interface TakeNextKey {
  tokenHash: string
  /** Null if any group will do. */
  groupName: string | null
}

const factsByKey = statement(
  `
select k.ordinal::int, ${viewerSelect},
  (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]')
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and g.name = coalesce(k.group_name, g.name)
  ) as groups,
  array(select a.type_code from operator_authorisations a where a.operator_id = v.person_id) as types
from unnest($1::text[], $2::text[]) with ordinality as k (token_hash, group_name, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  factsColumns,
)

/** Loads what takeNextCase depends on. Undefined if the token does not belong to a valid session. */
export class TakeNextFactsLoader extends BatchLoader<TakeNextKey, TakeNextFacts> {
  constructor(database: Queryable) {
    super((keys) => {
      const tokens = keys.map(({ tokenHash }) => tokenHash)
      return database.run(factsByKey, [paddedArray(tokens, null), keys.map(({ groupName }) => groupName)])
    })
  }
}
