import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import { BatchLoader } from '../database/batch-loader.ts'
import { columns, type RowOf } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'

const factsColumns = columns({
  ordinal: 'int',
  viewer: viewerColumns,
  /** Whether the viewer is in an active group of the requested name, or in any active group if none is requested. */
  isMember: 'boolean',
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
  exists (
    select from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and g.name = coalesce(k.group_name, g.name)
  ) as is_member
from unnest($1::text[], $2::text[]) with ordinality as k (token_hash, group_name, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  factsColumns,
)

/** Loads what takeNextCase checks first. Undefined if the token does not belong to a valid session. */
export class TakeNextFactsLoader extends BatchLoader<TakeNextKey, TakeNextFacts> {
  constructor(database: Queryable) {
    super((keys) =>
      database.run(factsByKey, [keys.map(({ tokenHash }) => tokenHash), keys.map(({ groupName }) => groupName)]),
    )
  }
}
