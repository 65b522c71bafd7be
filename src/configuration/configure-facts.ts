import { requireAdminLogin } from '../auth/login.errors.ts'
import { requireCredentials, requireViewer, type Viewer, viewerColumns, viewerSelect } from '../auth/viewer.ts'
import { type StoredKey, storedKeyColumn, storedKeySelect } from '../cases/change/answer-once.ts'
import type { KeyedRequest } from '../cases/change/keyed-request.ts'
import type { RequestContext } from '../context.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { InternalError } from '../errors/internal-error.ts'

const adminFacts = statement(
  `
select ${viewerSelect}, ${storedKeySelect}
from (select $1::text as token_hash, $2::text as idempotency_key) k
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns, storedKey: storedKeyColumn },
)

export interface AdminFacts {
  viewer: Viewer
  storedKey: StoredKey | null
}

/** The caller as the transaction sees it, because the caller may have lost the permission while waiting for the lock. */
export async function requireAdminNow(
  { context, keyed }: { context: RequestContext; keyed: KeyedRequest | null },
  transaction: Queryable,
): Promise<AdminFacts> {
  const { tokenHash } = requireCredentials(context)
  const [found] = await transaction.run(adminFacts, [tokenHash, keyed?.key ?? null])
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
