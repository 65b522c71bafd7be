import type { Audited } from '../../audit/write-audit.ts'

/**
 * The audit event of a revocation. If several sessions were revoked, it contains their number. If none was, only JWTs that were
 * issued before are rejected.
 */
export function revocationEvent(target: string, revoked: number): Audited {
  const changes = target.startsWith('session:') || revoked === 0 ? [] : [{ path: ['sessions'], from: revoked, to: 0 }]
  return { action: 'SESSIONS_REVOKED', target, changes }
}
