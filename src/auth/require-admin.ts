import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { isAdmin } from './viewer.ts'

/** Identifies the caller of an administrative operation. Throws UNAUTHENTICATED, and FORBIDDEN for other logins than admin. */
export async function requireAdmin(context: RequestContext): Promise<AuthenticatedContext> {
  const authenticated = await authenticate(context)
  if (!isAdmin(authenticated.viewer)) {
    throw new RequestError('FORBIDDEN', 'Administration requires login as admin.')
  }
  return authenticated
}
