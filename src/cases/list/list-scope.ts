import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { paddedArray } from '../../database/padded-array.ts'
import type { Services } from '../../context.ts'
import { unnestedKeys } from '../../database/keys.ts'
import { batched, type Loader } from '../../database/batched.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import type { Replicas } from '../../database/replicas/replicas.ts'
import type { Queryable } from '../../database/statement.ts'

const scopeColumns = columns({
  viewer: viewerColumns,
  /** The types that the operator, or one of its active groups, is authorised for. */
  types: 'text[]',
  /** The IDs of the operator's active groups. */
  groups: 'text[]',
  /** The types of which the touchpoint may modify cases in some category. */
  grantedTypes: 'text[]',
})

/** The viewer of a list of cases, and what it may see besides its own cases. */
export type ListScope = RowOf<typeof scopeColumns>

/** A scope, and the server to read the list from. */
export type ListAccess = ListScope & { server: Queryable }

// `offset 0` makes PostgreSQL compute the arrays once, although `scope` is used twice.
const scopeFrom = `
from ${unnestedKeys({ token_hash: 'text' })}
cross join lateral (
  select ${viewerSelect},
    array(
      select a.type_code from operator_authorisations a where a.operator_id = v.person_id order by a.type_code
    ) as types,
    array(
      select m.group_id::text
      from operator_group_members m
      join operator_groups g on g.id = m.group_id and g.active
      where m.operator_id = v.person_id
      order by m.group_id
    ) as groups
  from live_sessions v
  where v.token_hash = decode(k.token_hash, 'hex')
  offset 0
) scope`
const scopeSelect = `
select k.ordinal::int, scope.*,
  array(
    select distinct t.type_code from touchpoint_grants t
    where t.touchpoint_code = scope.touchpoint_code and t.modify_cases
  ) as granted_types`

const parametersOf = (tokenHashes: readonly string[]) => [paddedArray(tokenHashes, null)]
const scopeByToken = batched(`${scopeSelect}${scopeFrom}`, scopeColumns, parametersOf)

// What a replica must have in common with the primary, so that the caller's list can be read there. The grants are the
// same if the revision is.
const stateSelect = 'concat(scope::text, s.last_write) as state'
const stateFrom = `${scopeFrom}
join sessions s on s.token_hash = decode(k.token_hash, 'hex')`
const stateByToken = batched(`select k.ordinal::int, ${stateSelect}${stateFrom}`, { state: 'text' }, parametersOf)
const scopeAndStateByToken = batched(
  `${scopeSelect}, ${stateSelect}${stateFrom}`,
  { ...scopeColumns, state: 'text' },
  parametersOf,
)

/**
 * Identifies a caller who lists cases, and chooses the server to read the list from. Undefined if the token does not belong
 * to a valid session.
 */
export async function loadListAccess(
  { database, replicas }: Pick<Services, 'database' | 'replicas'>,
  tokenHash: string,
): Promise<ListAccess | undefined> {
  const replica = replicas?.choose()
  if (replicas && replica) return loadWith(database, replicas, replica, tokenHash)
  const scope = await database.load(scopeByToken, tokenHash)
  return scope && { ...scope, server: database }
}

/**
 * The primary identifies the caller. The replica is used if its state is the same: then it has replayed the last change
 * by the session, and the last change to what the caller may see.
 */
async function loadWith(
  database: Loader,
  replicas: Replicas,
  replica: Loader,
  tokenHash: string,
): Promise<ListAccess | undefined> {
  const [scope, replayed] = await Promise.all([
    database.load(scopeAndStateByToken, tokenHash),
    replica.load(stateByToken, tokenHash).catch(() => null),
  ])
  if (scope && replayed?.state === scope.state) return { ...scope, server: replicas.withFallback(replica) }
  replicas.fallbacks[replayed === null ? 'failed' : 'behind']++
  return scope && { ...scope, server: database }
}
