import { viewerColumns, viewerSelect } from '../auth/viewer.ts'
import { BatchLoader } from '../database/batch-loader.ts'
import { columns, type RowOf } from '../database/columns.ts'
import type { Replicas } from '../database/replicas.ts'
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

/** A scope, and the server to read the list from. */
export type ListAccess = ListScope & { server: Queryable }

const scopeSelect = `
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
  ) as granted_types`
const scopeFrom = `
from unnest($1::text[]) with ordinality as k (token_hash, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`

const scopesByToken = statement(`${scopeSelect}${scopeFrom}`, scopeColumns)

const markedColumns = columns({ ...scopeColumns, lastWrite: 'uuid | null' })
type MarkedScope = RowOf<typeof markedColumns>

const markedScopesByToken = statement(
  `${scopeSelect}, s.last_write${scopeFrom}
join sessions s on s.token_hash = v.token_hash`,
  markedColumns,
)

/** Identifies callers who list cases, and chooses the server to read the list from. */
export class ListScopeLoader {
  readonly #database: Queryable
  readonly #scopes: BatchLoader<string, ListScope>
  readonly #replicas: Replicas | undefined
  readonly #marked = new Map<Queryable, BatchLoader<string, MarkedScope>>()

  constructor(database: Queryable, replicas?: Replicas) {
    this.#database = database
    this.#scopes = new BatchLoader((tokenHashes) => database.run(scopesByToken, [tokenHashes]))
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
   * The primary identifies the caller. The replica is used if it returns the same scope: then it has replayed the last
   * change by the session, and the last change to what the caller may see.
   */
  async #loadWith(replicas: Replicas, replica: Queryable, tokenHash: string): Promise<ListAccess | undefined> {
    const [scope, replayed] = await Promise.all([
      this.#markedOn(this.#database).load(tokenHash),
      this.#markedOn(replica)
        .load(tokenHash)
        .catch(() => null),
    ])
    if (scope && replayed && isSame(scope, replayed)) return { ...scope, server: replicas.withFallback(replica) }
    replicas.fallbacks[replayed === null ? 'failed' : 'behind']++
    return scope && { ...scope, server: this.#database }
  }

  #markedOn(server: Queryable): BatchLoader<string, MarkedScope> {
    const known = this.#marked.get(server)
    if (known) return known
    const loader = new BatchLoader<string, MarkedScope>((hashes) => server.run(markedScopesByToken, [hashes]))
    this.#marked.set(server, loader)
    return loader
  }
}

function isSame(one: MarkedScope, other: MarkedScope): boolean {
  return textOf(one) === textOf(other)
}

/** Two servers may return the keys in different orders. */
function textOf({ viewer, types, groups, grantedTypes, lastWrite }: MarkedScope): string {
  return JSON.stringify([viewer, types.toSorted(), groups.toSorted(), grantedTypes.toSorted(), lastWrite])
}
