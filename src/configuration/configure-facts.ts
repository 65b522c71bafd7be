import { requireAdminLogin } from '../auth/require-admin.ts'
import { requireCredentials, requireViewer, type Viewer, viewerColumns, viewerSelect } from '../auth/viewer.ts'
import { type KeyedRequest, type StoredKey, storedKeyColumn, storedKeySelect } from '../cases/change/idempotency.ts'
import type { RequestContext } from '../context.ts'
import { type Queryable, statement } from '../database/statement.ts'

const adminFacts = statement(
  `
select ${viewerSelect}, ${storedKeySelect}
from (values ($1::text, $2::text)) as k (token_hash, idempotency_key)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns, storedKey: storedKeyColumn },
)

/** The caller as the transaction sees it, and the stored key. Throws UNAUTHENTICATED and FORBIDDEN. */
export async function requireAdminNow(
  context: RequestContext,
  transaction: Queryable,
  keyed: KeyedRequest | null,
): Promise<{ viewer: Viewer; storedKey: StoredKey | null }> {
  const { tokenHash } = requireCredentials(context)
  const [found] = await transaction.run(adminFacts, [tokenHash, keyed?.key ?? null])
  const facts = requireViewer(context, found)
  requireAdminLogin(facts.viewer)
  return facts
}
