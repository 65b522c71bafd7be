import type { Audited } from '../../audit/write-audit.ts'

/** The audit event of a revocation: of one session, or of several with their number. None if none was valid. */
export function revocationEvents(target: string, revoked: number): Audited[] {
  if (revoked === 0) return []
  const changes = target.startsWith('session:') ? [] : [{ path: ['sessions'], from: revoked, to: 0 }]
  return [{ action: 'SESSIONS_REVOKED', target, changes }]
}
