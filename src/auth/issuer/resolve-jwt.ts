import type { RequestContext } from '../../context.ts'
import { credentialsOf } from '../credentials.ts'

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
