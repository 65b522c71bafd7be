import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { batched } from '../database/batched.ts'
import { paddedArray, unnestedKeys } from '../database/keys.ts'
import { requireCredentials, requireViewer, viewerColumns, viewerSelect } from './viewer.ts'

export const viewerByToken = batched(
  `
select k.ordinal::int, ${viewerSelect}
from ${unnestedKeys({ token_hash: 'text' })}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns },
  (tokenHashes: readonly string[]) => [paddedArray(tokenHashes, null)],
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
