import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { unnestedKeys } from '../../database/keys.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { batched } from '../../database/batched.ts'
import { columns, type RowOf, typed } from '../../database/columns.ts'
import { storedKeyColumn, storedKeySelect } from '../change/idempotency.ts'

const factsColumns = columns({
  viewer: viewerColumns,
  /** The viewer's active groups, or the one of the requested name. */
  groups: typed<{ id: number; name: string }[]>('json'),
  /** The types that the viewer, or one of its active groups, is authorised for. */
  types: 'text[]',
  storedKey: storedKeyColumn,
})

export type TakeNextFacts = RowOf<typeof factsColumns>

export interface TakeNextKey {
  tokenHash: string
  idempotencyKey: string | null
  /** Null if any group will do. */
  groupName: string | null
}

const takeNextKeyColumns = { token_hash: 'text', idempotency_key: 'text', group_name: 'text' }

/** Loads what takeNextCase depends on. No row if the token does not belong to a valid session. */
export const takeNextFacts = batched(
  `
select k.ordinal::int, ${viewerSelect},
  (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]')
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and g.name = coalesce(k.group_name, g.name)
  ) as groups,
  array(select a.type_code from operator_authorisations a where a.operator_id = v.person_id) as types,
  ${storedKeySelect}
from ${unnestedKeys(takeNextKeyColumns)}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  factsColumns,
  (keys: readonly TakeNextKey[]) => [
    paddedArray(
      keys.map(({ tokenHash }) => tokenHash),
      null,
    ),
    keys.map(({ idempotencyKey }) => idempotencyKey),
    keys.map(({ groupName }) => groupName),
  ],
)
