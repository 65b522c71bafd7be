import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { RequestError } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { isAdmin, type Viewer } from './viewer.ts'

/** Identifies the caller of an administrative operation. Throws UNAUTHENTICATED, and FORBIDDEN for other logins than admin. */
export async function requireAdmin(context: RequestContext): Promise<AuthenticatedContext> {
  const authenticated = await authenticate(context)
  requireAdminLogin(authenticated.viewer)
  return authenticated
}

/** Throws FORBIDDEN for other logins than admin. */
export function requireAdminLogin(viewer: Viewer): void {
  if (!isAdmin(viewer)) throw new RequestError('FORBIDDEN', 'Administration requires login as admin.')
}
