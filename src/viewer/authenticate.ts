import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { batchedBy } from '../database/statements/batched.ts'
import type { Queryable } from '../database/statements/statement.ts'
import { requireAdminLogin } from './login.errors.ts'
import { isAdmin, requireCredentials, requireViewer, viewerColumns, viewerSelect } from './viewer.ts'

export const viewerByToken = batchedBy(
  { tokenHash: 'text' },
  (keys) => `
select k.ordinal::int, ${viewerSelect}
from ${keys}
join live_sessions v on v.token_hash = decode(k.token_hash, 'hex')`,
  { viewer: viewerColumns },
)

/**
 * Identifies the caller, unless another operation of the request has done so. No other request's viewer is used, so that a
 * revocation applies to the next request. Throws UNAUTHENTICATED if the credentials are not accepted.
 */
export async function authenticate(context: RequestContext): Promise<AuthenticatedContext> {
  const credentials = requireCredentials(context)
  if (!context.viewer) {
    // Shared, so that a wrong token costs no more than a valid one, and a request waits only once for a database that is away.
    context.identified ??= context.services.database.load(viewerByToken, credentials)
    requireViewer(context, await context.identified)
  }
  return context as AuthenticatedContext
}

/** Identifies the caller of an administrative operation. Throws UNAUTHENTICATED, and FORBIDDEN for other logins than admin. */
export async function requireAdmin(context: RequestContext): Promise<AuthenticatedContext> {
  const authenticated = await authenticate(context)
  requireAdminLogin(authenticated.viewer)
  return authenticated
}

/** A loader by ID of what only admins see. It returns null to other callers, as if there were none. */
export function forAdmins<Found>(find: (db: Queryable, id: string) => Promise<Found | null>) {
  return async (context: RequestContext, _key: readonly number[], id: string): Promise<Found | null> => {
    const { viewer, services } = await authenticate(context)
    return isAdmin(viewer) ? find(services.database, id) : null
  }
}
