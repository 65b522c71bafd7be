import { requireAdminLogin } from '../auth/login.errors.ts'
import { requireCredentials, requireViewer, type Viewer, viewerColumns, viewerSelect } from '../auth/viewer.ts'
import {
  type KeyedRequest,
  type StoredKey,
  storedKeyColumn,
  storedKeyRow,
  storedKeySelect,
} from '../cases/change/idempotency.ts'
import type { RequestContext } from '../context.ts'
import { batched, type Loader } from '../database/batched.ts'
import { citusLoad } from '../database/citus/citus-load.ts'
import { shardKeyOf } from '../database/citus/shard-key.ts'
import { unnestedKeys } from '../database/keys.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors.ts'

interface AdminKey {
  tokenHash: string
  idempotencyKey: string | null
}

const adminKeyColumns = { token_hash: 'text', idempotency_key: 'text' }

const adminQuery = (keys: string) => `
select k.ordinal::int, ${viewerSelect}, ${storedKeySelect}
from ${keys}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`

/** Loads the caller and the stored key. No row if the token does not belong to a valid session. */
export const adminFacts = batched(
  adminQuery(unnestedKeys(adminKeyColumns)),
  { viewer: viewerColumns, storedKey: storedKeyColumn },
  (keys: readonly AdminKey[]) => [
    keys.map(({ tokenHash }) => tokenHash),
    keys.map(({ idempotencyKey }) => idempotencyKey),
  ],
  {
    onCitus: citusLoad<AdminKey>('admin_facts', {
      keys: adminKeyColumns,
      query: adminQuery,
      shardKey: shardKeyOf,
      rows: storedKeyRow,
    }),
  },
)

/** The caller as the transaction sees it, and the stored key. Throws UNAUTHENTICATED and FORBIDDEN. */
export async function requireAdminNow(
  context: RequestContext,
  transaction: Loader,
  keyed: KeyedRequest | null,
): Promise<{ viewer: Viewer; storedKey: StoredKey | null }> {
  const { tokenHash } = requireCredentials(context)
  const found = await transaction.load(adminFacts, { tokenHash, idempotencyKey: keyed?.key ?? null })
  const facts = requireViewer(context, found)
  requireAdminLogin(facts.viewer)
  return facts
}

const selectRevision = statement('select revision from catalogue_revision', { revision: 'uuid' })

/** The revision of the configuration with what the transaction has written. */
export async function currentRevision(transaction: Queryable): Promise<string> {
  const [row] = await transaction.run(selectRevision)
  if (!row) throw new InternalError('catalogue_revision has no row.')
  return row.revision
}
