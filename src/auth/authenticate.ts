import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { batched, type Loader } from '../database/batched.ts'
import { paddedArray } from '../database/padded-array.ts'
import { type Credentials, requireCredentials, requireViewer, viewerColumns, viewerSelect } from './viewer.ts'

const viewerByToken = batched(
  `
select k.ordinal::int, ${viewerSelect}
from unnest($1::text[]) with ordinality as k (token_hash, ordinal)
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns },
  (tokenHashes: readonly string[]) => [paddedArray(tokenHashes, null)],
)

/** Has its own statements, one at a time, so that guesses take at most one connection. */
const viewerByGuess = { ...viewerByToken, maxStatements: 1 }

/** Whether the database has the session. For credentials of which most are wrong. */
export async function hasSession(database: Loader, { touchpoint, tokenHash }: Credentials): Promise<boolean> {
  return (await database.load(viewerByGuess, tokenHash))?.viewer.touchpointCode === touchpoint
}

/**
 * Identifies the caller, unless another operation of the request has done so. No other request's viewer is used, so that a
 * revocation applies to the next request. Throws UNAUTHENTICATED if the credentials are not accepted.
 */
export async function authenticate(context: RequestContext): Promise<AuthenticatedContext> {
  const { tokenHash } = requireCredentials(context)
  if (!context.viewer) requireViewer(context, await context.services.database.load(viewerByToken, tokenHash))
  return context as AuthenticatedContext
}
