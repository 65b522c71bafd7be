import { authenticate } from '../auth/authenticate.ts'
import { revokeSessions } from '../auth/sessions/revoke-sessions.ts'
import { currentSession } from '../auth/sessions/session-id.ts'
import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'

/** Revokes the session of the context, if it is valid. */
export async function endSession(context: RequestContext): Promise<void> {
  if (await hasSession(context)) await revokeSessions(context, { sessionId: currentSession })
}

/** Whether the credentials of the context are those of a valid session. */
export async function hasSession(context: RequestContext): Promise<boolean> {
  if (!context.credentials) return false
  try {
    await authenticate(context)
    return true
  } catch (error) {
    if (error instanceof RequestError && error.code === 'UNAUTHENTICATED') return false
    throw error
  }
}
