import { authenticate } from '../auth/authenticate.ts'
import { requireCredentials } from '../auth/viewer.ts'
import type { RequestContext } from '../context.ts'
import { statement } from '../database/statement.ts'
import { RequestError } from '../errors.ts'

const load = statement(`select expires_at from sessions where token_hash = decode($1, 'hex')`, {
  expiresAt: 'timestamptz',
})
const revoke = statement(
  `update sessions set revoked_at = now() where token_hash = decode($1, 'hex') and revoked_at is null`,
  {},
  { writes: true },
)

/** When the session of the context ends; null if it does not end. Throws UNAUTHENTICATED. */
export async function sessionEnd(context: RequestContext): Promise<Date | null> {
  await authenticate(context)
  const [row] = await context.services.database.run(load, [requireCredentials(context).tokenHash])
  return row?.expiresAt ?? null
}

/** Revokes the session of the context, if it has one. */
export async function endSession({ credentials, services }: RequestContext): Promise<void> {
  if (credentials) await services.database.run(revoke, [credentials.tokenHash])
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
