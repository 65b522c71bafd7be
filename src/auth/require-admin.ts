import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { authenticate } from './authenticate.ts'
import { requireAdminLogin } from './login.errors.ts'

/** Identifies the caller of an administrative operation. Throws UNAUTHENTICATED, and FORBIDDEN for other logins than admin. */
export async function requireAdmin(context: RequestContext): Promise<AuthenticatedContext> {
  const authenticated = await authenticate(context)
  requireAdminLogin(authenticated.viewer)
  return authenticated
}
