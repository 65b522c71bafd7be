import type { Audited } from '../../audit/write-audit.ts'

/**
 * The audit event of a revocation of one session, or of several with their number. With none, JWTs that were issued before are
 * refused.
 */
export function revocationEvent(target: string, revoked: number): Audited {
  const changes = target.startsWith('session:') || revoked === 0 ? [] : [{ path: ['sessions'], from: revoked, to: 0 }]
  return { action: 'SESSIONS_REVOKED', target, changes }
}
