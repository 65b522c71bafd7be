import type { RequestContext } from '../context.ts'
import { batchedBy } from '../database/statements/batched.ts'
import { authenticate, viewerByToken } from '../viewer/authenticate.ts'
import {
  requireCredentials,
  requireSecret,
  throwSecretRejected,
  throwUnauthenticated,
  type Viewer,
} from '../viewer/viewer.ts'
import { credentialsOf, readCaller } from './credentials.ts'
import { openInvitation } from './passkeys/invitations.ts'

// Most of these are guesses, which take at most two connections, and have no part in the statements of others.
const viewerByGuess = { ...viewerByToken, maxStatements: 1 }

export const touchpointBySecret = batchedBy(
  { secretHash: 'text' },
  (keys) => `
select k.ordinal::int, s.touchpoint_code
from ${keys}
join touchpoint_secrets s on s.secret_hash = decode(k.secret_hash, 'hex') and s.revoked_at is null`,
  { touchpointCode: 'text' },
  { maxStatements: 1 },
)

/**
 * Whether the token, the JWT, the secret or the invitation of a request is accepted. A JWT is replaced by its session. The operation checks
 * again, because the credentials may be revoked before it starts.
 */
export async function areAccepted(context: RequestContext): Promise<boolean> {
  return (await lookUp(context)) !== null
}

/**
 * Throws UNAUTHENTICATED unless the token, the JWT or the secret of a request is accepted, and what `requireLogin` throws for
 * the viewer.
 */
export async function requireAccepted(context: RequestContext, requireLogin?: (viewer: Viewer) => void): Promise<void> {
  const found = await lookUp(context)
  if (found?.viewer) requireLogin?.(found.viewer)
  if (found) return
  if (context.secret) throwSecretRejected()
  context.viewer = null
  forgetIfOver(context)
  throwUnauthenticated(context)
}

/** Null if the credentials are rejected. Secrets and invitations have no viewer. */
async function lookUp(context: RequestContext): Promise<{ viewer?: Viewer } | null> {
  await resolveJwt(context)
  const { credentials, secret, invitationHash, services } = context
  if (invitationHash !== undefined) {
    return (await services.database.load(openInvitation, { tokenHash: invitationHash })) ? {} : null
  }
  if (credentials) {
    if (credentials.jwt !== undefined) return null
    const found = await services.database.load(viewerByGuess, credentials)
    return found?.viewer.touchpointCode === credentials.touchpoint ? found : null
  }
  if (!secret) return null
  const found = await services.database.load(touchpointBySecret, secret)
  return found?.touchpointCode === secret.touchpoint ? {} : null
}

/**
 * Replaces the JWT of a request by its session. If the JWT is rejected, the credentials stay those of an unknown token, so that the
 * request is answered like one with such a token. Throws UNAVAILABLE if the JWT cannot be judged.
 */
export async function resolveJwt(context: RequestContext): Promise<void> {
  const { credentials, services } = context
  if (credentials?.jwt === undefined) return
  const issued = await services.issuer?.session(credentials.jwt, credentials.tokenHash)
  if (issued) context.credentials = credentialsOf(issued, credentials.touchpoint || null)
}

/** Forgets the session of a JWT if the request found that it is no longer valid. The JWT is judged again when it is used. */
export function forgetIfOver({ credentials, viewer }: RequestContext): void {
  if (credentials?.issued && viewer === null) credentials.issued.isOver = true
}

/** Tokens are counted by session and touchpoint, secrets by touchpoint, and invitations by themselves. */
function countedAs({ credentials, secret, invitationHash }: RequestContext) {
  return { session: credentials?.tokenHash ?? invitationHash, client: (credentials ?? secret)?.touchpoint }
}

/** What HTTP, the executor and the rate limits need of this folder. */
export const authentication = {
  readCaller,
  requireCredentials,
  requireSecret,
  authenticate,
  areAccepted,
  countedAs,
  requireAccepted,
  resolveJwt,
  forgetIfOver,
}
