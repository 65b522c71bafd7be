import { requireAdminLogin } from '../viewer/login.errors.ts'
import { requireCredentials } from '../viewer/viewer.ts'
import type { KeyedRequest } from './keyed-request.ts'
import { loadFacts, mutationFacts } from './mutation-facts.ts'
import type { RequestContext } from '../context.ts'
import type { Loader, RowOfBatched } from '../database/statements/batched.ts'

const adminFacts = mutationFacts({ keys: {}, columns: {} })
export type AdminFacts = RowOfBatched<typeof adminFacts>

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
