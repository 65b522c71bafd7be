import { viewerColumns, viewerSelect } from '../../auth/viewer.ts'
import { paddedArray } from '../../database/padded-array.ts'
import { BatchLoader } from '../../database/batch-loader.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import type { Replicas } from '../../database/replicas/replicas.ts'
import { type Queryable, statement } from '../../database/statement.ts'

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

/** A scope, and the server to read the list from. */
export type ListAccess = ListScope & { server: Queryable }

// `offset 0` makes PostgreSQL compute the arrays once, although `scope` is used twice.
const scopeFrom = `
from unnest($1::text[]) with ordinality as k (token_hash, ordinal)
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

const scopesByToken = statement(`${scopeSelect}${scopeFrom}`, scopeColumns)

// What a replica must have in common with the primary, so that the caller's list can be read there. The grants are the
// same if the revision is.
const stateColumns = columns({ ordinal: 'int', state: 'text' })
const stateSelect = 'concat(scope::text, s.last_write) as state'
const stateFrom = `${scopeFrom}
join sessions s on s.token_hash = decode(k.token_hash, 'hex')`

const statesByToken = statement(`select k.ordinal::int, ${stateSelect}${stateFrom}`, stateColumns)

const scopesAndStatesByToken = statement(
  `${scopeSelect}, ${stateSelect}${stateFrom}`,
  columns({ ...scopeColumns, ...stateColumns }),
)

/** Identifies callers who list cases, and chooses the server to read the list from. */
export class ListScopeLoader {
  readonly #database: Queryable
  readonly #scopes: BatchLoader<string, ListScope>
  readonly #withStates: BatchLoader<string, ListScope & { state: string }>
  readonly #replicas: Replicas | undefined
  readonly #states = new Map<Queryable, BatchLoader<string, { state: string }>>()

  constructor(database: Queryable, replicas?: Replicas) {
    this.#database = database
    this.#scopes = new BatchLoader((tokens) => database.run(scopesByToken, [paddedArray(tokens, null)]))
    this.#withStates = new BatchLoader((tokens) => database.run(scopesAndStatesByToken, [paddedArray(tokens, null)]))
    this.#replicas = replicas
  }

  /** Undefined if the token does not belong to a valid session. */
  async load(tokenHash: string): Promise<ListAccess | undefined> {
    const replica = this.#replicas?.choose()
    if (this.#replicas && replica) return this.#loadWith(this.#replicas, replica, tokenHash)
    const scope = await this.#scopes.load(tokenHash)
    return scope && { ...scope, server: this.#database }
  }

  /**
   * The primary identifies the caller. The replica is used if its state is the same: then it has replayed the last change
   * by the session, and the last change to what the caller may see.
   */
  async #loadWith(replicas: Replicas, replica: Queryable, tokenHash: string): Promise<ListAccess | undefined> {
    const [scope, replayed] = await Promise.all([
      this.#withStates.load(tokenHash),
      this.#statesOn(replica)
        .load(tokenHash)
        .catch(() => null),
    ])
    if (scope && replayed?.state === scope.state) return { ...scope, server: replicas.withFallback(replica) }
    replicas.fallbacks[replayed === null ? 'failed' : 'behind']++
    return scope && { ...scope, server: this.#database }
  }

  #statesOn(replica: Queryable): BatchLoader<string, { state: string }> {
    const known = this.#states.get(replica)
    if (known) return known
    const loader = new BatchLoader<string, { state: string }>((tokens) =>
      replica.run(statesByToken, [paddedArray(tokens, null)]),
    )
    this.#states.set(replica, loader)
    return loader
  }
}
