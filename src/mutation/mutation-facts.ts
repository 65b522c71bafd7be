import { requireViewer, type Viewer, viewerColumns, viewerSelect, requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { type Batched, batchedBy, type Loader, type RowOfBatched } from '../database/statements/batched.ts'
import { type Columns, columns, type RowOf } from '../database/statements/columns.ts'
import { phase } from '../observability/telemetry.ts'
import { storedKeyColumn, storedKeySelect } from './stored-answers.ts'
import { requireAdminLogin } from '../viewer/login.errors.ts'
import type { KeyedRequest } from './keyed-request.ts'

const keyColumns = columns({ tokenHash: 'text', idempotencyKey: 'text | null' })
const factColumns = columns({
  viewer: viewerColumns,
  storedKey: storedKeyColumn,
  /** The time of the database. It has no fraction of a millisecond. */
  now: 'timestamptz',
})

/** What a mutation loads besides the viewer `v` and the stored key, for the keys `k`. */
export interface FactsQuery<K, C> {
  keys: K
  columns: C
  /** The columns in SQL. */
  select?: string
  joins?: string
}

/** Declares the load of a mutation. It returns no row if the token does not belong to a valid session. */
export function mutationFacts<const K extends Columns, const C extends Columns>({
  keys,
  columns: others,
  select = '',
  joins = '',
}: FactsQuery<K, C>): Batched<RowOf<typeof keyColumns & K>, RowOf<typeof factColumns & C>> {
  const queryOf = (unnested: string) => `
select k.ordinal::int,
  ${viewerSelect},
  ${storedKeySelect},
  date_trunc('milliseconds', statement_timestamp()) as now${
    select &&
    `,
  ${select}`
  }
from ${unnested}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')
${joins}`
  const keyed = { ...keyColumns, ...keys } as typeof keyColumns & K
  const loaded = { ...factColumns, ...others } as typeof factColumns & C
  return batchedBy(keyed, queryOf, loaded, { maxStatements: 1 })
}

/** Loads what a mutation is decided on, and checks the caller. Throws UNAUTHENTICATED. */
export async function loadFacts<Facts extends { viewer: Viewer }>(
  context: RequestContext,
  load: () => Promise<Facts | undefined>,
): Promise<Facts> {
  return requireViewer(context, await phase(context.telemetry, 'load', load))
}

const adminFacts = mutationFacts({ keys: {}, columns: {} })
type AdminFacts = RowOfBatched<typeof adminFacts>

/** The caller as the transaction sees it, because the caller may have lost the permission while waiting for the lock. */
export async function requireAdminNow(
  context: RequestContext,
  keyed: KeyedRequest | null,
  transaction: Loader,
): Promise<AdminFacts> {
  const { tokenHash } = requireCredentials(context)
  const key = { tokenHash, idempotencyKey: keyed?.key ?? null }
  const facts = await loadFacts(context, () => transaction.load(adminFacts, key))
  requireAdminLogin(facts.viewer)
  return facts
}
