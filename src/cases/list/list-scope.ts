import { viewerColumns, viewerSelect } from '../../viewer/viewer.ts'
import type { Services } from '../../context.ts'
import { batched } from '../../database/statements/batched.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { paddedArray, unnestedKeys } from '../../database/statements/keys.ts'
import type { Queryable } from '../../database/statements/statement.ts'

const scopeColumns = columns({
  viewer: viewerColumns,
  /** The types that the operator, or one of its active groups, is authorised for, as PostgreSQL writes an array. */
  types: 'text',
  /** The IDs of the operator's active groups, as PostgreSQL writes an array. */
  groups: 'text',
  /** What a replica must have in common with the primary: the catalogue, and the last change by the session. */
  state: 'text',
})

/** The viewer of a list of cases, and what it may see besides its own cases. */
export type ListScope = RowOf<typeof scopeColumns>

/** A scope, and the server to read the list from. */
export type ListAccess = ListScope & { server: Queryable }

const from = `
from ${unnestedKeys({ token_hash: 'text' })}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
join sessions s on s.token_hash = v.token_hash`
const stateSelect = 'concat(v.revision, s.last_write) as state'
const parametersOf = (tokenHashes: readonly string[]) => [paddedArray(tokenHashes, null)]

export const scopeByToken = batched(
  `
select k.ordinal::int, ${viewerSelect},
  array(
    select a.type_code from operator_authorisations a where a.operator_id = v.person_id and v.login = 'OPERATOR'
  )::text as types,
  array(
    select m.group_id
    from operator_group_members m
    join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = v.person_id and v.login = 'OPERATOR'
  )::text as groups,
  ${stateSelect}${from}`,
  scopeColumns,
  parametersOf,
)

const stateByToken = batched(`select k.ordinal::int, ${stateSelect}${from}`, { state: 'text' }, parametersOf)

/**
 * Identifies a caller who lists cases, and chooses the server to read the list from. A replica is used if its state is the
 * same: then it has replayed the last change by the session. Undefined if the token does not belong to a valid session.
 */
export async function loadListAccess(
  { database, replicas }: Pick<Services, 'database' | 'replicas'>,
  tokenHash: string,
): Promise<ListAccess | undefined> {
  const loaded = database.load(scopeByToken, tokenHash)
  const replica = replicas?.serverFor(async (server) => {
    const [scope, replayed] = await Promise.all([loaded, server.load(stateByToken, tokenHash)])
    return scope === undefined || replayed?.state === scope.state
  })
  const [scope, server = database] = await Promise.all([loaded, replica])
  return scope && { ...scope, server }
}
