import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { batched } from '../database/batched.ts'
import { citusLoad } from '../database/citus/citus-load.ts'
import { unnestedKeys } from '../database/keys.ts'
import { paddedArray } from '../database/padded-array.ts'
import { requireCredentials, requireViewer, viewerColumns, viewerSelect } from './viewer.ts'

const keys = { token_hash: 'text' }

const query = (from: string) => `
select k.ordinal::int, ${viewerSelect}
from ${from}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`

export const viewerByToken = batched(
  query(unnestedKeys(keys)),
  { viewer: viewerColumns },
  (tokenHashes: readonly string[]) => [paddedArray(tokenHashes, null)],
  { onCitus: citusLoad('viewer', { keys, query }) },
)

/**
 * Identifies the caller, unless another operation of the request has done so. No other request's viewer is used, so that a
 * revocation applies to the next request. Throws UNAUTHENTICATED if the credentials are not accepted.
 */
export async function authenticate(context: RequestContext): Promise<AuthenticatedContext> {
  const { tokenHash } = requireCredentials(context)
  if (!context.viewer) requireViewer(context, await context.services.database.load(viewerByToken, tokenHash))
  return context as AuthenticatedContext
}
