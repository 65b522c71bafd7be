import type { RequestContext } from '../context.ts'
import { batched } from '../database/batched.ts'
import { citusLoad } from '../database/citus/citus-load.ts'
import { unnestedKeys } from '../database/keys.ts'
import { viewerByToken } from './authenticate.ts'
import { resolveJwt } from './issuer/resolve-jwt.ts'

// Most of these are guesses, which take at most two connections, and have no part in the statements of others.
const viewerByGuess = { ...viewerByToken, maxStatements: 1 }

const secretKeys = { secret_hash: 'text' }

const secretQuery = (from: string) => `
select k.ordinal::int, s.touchpoint_code
from ${from}
join touchpoint_secrets s on s.secret_hash = decode(k.secret_hash, 'hex') and s.revoked_at is null`

export const touchpointBySecret = batched(
  secretQuery(unnestedKeys(secretKeys)),
  { touchpointCode: 'text' },
  (secretHashes: readonly string[]) => [secretHashes],
  { maxStatements: 1, onCitus: citusLoad('touchpoint_by_secret', { keys: secretKeys, query: secretQuery }) },
)

/** Whether the token, the JWT or the secret of a request is accepted. A JWT is replaced by its session. */
export async function areAccepted(context: RequestContext): Promise<boolean> {
  await resolveJwt(context)
  const { credentials, secret, services } = context
  if (credentials) {
    if (credentials.jwt !== undefined) return false
    const found = await services.database.load(viewerByGuess, credentials.tokenHash)
    return found?.viewer.touchpointCode === credentials.touchpoint
  }
  if (!secret) return false
  const found = await services.database.load(touchpointBySecret, secret.secretHash)
  return found?.touchpointCode === secret.touchpoint
}
