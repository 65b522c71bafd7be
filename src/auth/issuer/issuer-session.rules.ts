import { emailProblem } from '../../people/email.ts'
import type { NewPerson } from '../register-person.ts'
import type { RejectionRule } from './rejection.ts'
import type { IssuerFacts, JwtIdentity } from './issuer-facts.ts'

/** How far the clocks of the issuer and of this machine may differ, in seconds. */
export const clockSkewSeconds = 30

export type JwtDecision =
  | { kind: 'rejected'; rule: RejectionRule }
  /** The person does not exist, and the touchpoint may register it. */
  | { kind: 'register'; person: NewPerson }
  | { kind: 'use'; tokenHash: string; personId: number }
  /** The session exists, and the JWT is newer or valid for longer. */
  | { kind: 'extend'; tokenHash: string; personId: number }
  /** There is no session, or only one that has ended and is not yet marked so. */
  | { kind: 'create'; personId: number; issuedAfter: Date | null; endedHash: string | null; endedAt: Date | null }

/** What a JWT means, whose claims are verified. `created` is the token hash of a session that this first use has just created. */
export function decideJwt(facts: IssuerFacts, identity: JwtIdentity, created?: string): JwtDecision {
  const { person, live, touchpoint } = facts
  if (!touchpoint) return rejected('touchpoint')
  if (!person) {
    const registered = registration(touchpoint.registers, identity)
    if (!registered) return rejected('person')
    return mayRegister(facts, identity) ? registered : rejected('revoked')
  }
  if (!person.active || person.blocked) return rejected('blocked')
  const endedAt = live && endOf(live, facts)
  // A session that was kept when all others were revoked stays valid.
  const isKept = live && !endedAt && live.tokenHash !== created
  const refusedSince =
    identity.personClaim === 'email' ? latest(facts.revokedAt, facts.addressErasedAt) : facts.revokedAt
  const issuedAfter = isKept ? live.issuedAfter : latest(refusedSince, endedAt, live?.issuedAfter)
  if (isRevoked(issuedAfter, identity)) return rejected('revoked')
  const { personId } = person
  if (!live || endedAt) {
    return { kind: 'create', personId, issuedAfter, endedHash: live && live.tokenHash, endedAt }
  }
  if (live.ownerId !== personId) return rejected('session')
  const isRenewed = isBefore(live.expiresAt, lastUse(identity)) || isBefore(live.issuedAt, issueTime(identity))
  return { kind: isRenewed ? 'extend' : 'use', tokenHash: live.tokenHash, personId }
}

/** Whether the JWT was issued after all revocations and after the erasure of a person with its address. */
export function mayRegister({ revokedAt, addressErasedAt }: IssuerFacts, identity: JwtIdentity): boolean {
  return !isRevoked(latest(revokedAt, addressErasedAt), identity)
}

/** Until when a JWT is accepted. */
export function lastUse({ expiresAt }: JwtIdentity): Date {
  return new Date((expiresAt + clockSkewSeconds) * 1000)
}

export function issueTime({ issuedAt }: JwtIdentity): Date {
  return new Date(issuedAt * 1000)
}

/** Issuers use whole seconds: a JWT of the same second may have been issued before. */
function isRevoked(revokedAt: Date | null, identity: JwtIdentity): boolean {
  return revokedAt !== null && revokedAt >= issueTime(identity)
}

function isBefore(time: Date | null, other: Date): boolean {
  return time !== null && time < other
}

/** When a session ended that is not marked as ended: it was idle for too long, or belonged to another person and expired. */
function endOf(live: NonNullable<IssuerFacts['live']>, { person, now }: IssuerFacts): Date | null {
  if (live.idleExpiresAt && live.idleExpiresAt <= now) return latest(live.idleExpiresAt, live.issuedAt)
  return live.ownerId !== person?.personId && live.expiresAt && live.expiresAt <= now ? live.expiresAt : null
}

function registration(registers: readonly string[], identity: JwtIdentity): JwtDecision | undefined {
  const { login, email, firstname, subject } = identity
  if (!registers.includes(login) || email === null || firstname === null) return undefined
  if (emailProblem(email) !== null) return undefined
  return { kind: 'register', person: { login, email, firstname, subject } }
}

function rejected(rule: RejectionRule): JwtDecision {
  return { kind: 'rejected', rule }
}

function latest(...times: (Date | null | undefined)[]): Date | null {
  const known = times.filter((time) => time != null).map((time) => time.getTime())
  return known.length > 0 ? new Date(Math.max(...known)) : null
}
