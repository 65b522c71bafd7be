import type { Database } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import { registerPerson } from '../../people/register-person.ts'
import { type IssuerKey, issuerFacts } from './issuer-facts.ts'
import { decideJwt, issueTime, type JwtDecision, lastUse, mayRegister } from './issuer-session.rules.ts'
import { createIssuerSessions, endIssuerSession, extendIssuerSessions, unknownToken } from './issuer-writes.ts'
import { RejectedJwt } from './rejection.ts'

/** More than two need several revocations at the same time. */
const maximumAttempts = 5

/**
 * Finds, extends or creates the session of a JWT, and returns its token hash. `idleSeconds`: how long a new session may be
 * unused; null if it has no idle limit. Throws a RejectedJwt.
 *
 * A session that was created is loaded again. If a revocation was committed while it was created, it is ended.
 */
export async function openIssuerSession(
  db: Database,
  identity: IssuerKey,
  { idleSeconds }: { idleSeconds: number | null },
): Promise<string> {
  const times = { expiresAt: lastUse(identity), issuedAt: issueTime(identity) }
  let created: string | undefined
  for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
    const decision = await decideRegistered(db, identity, created)
    switch (decision.kind) {
      case 'use':
        return decision.tokenHash
      case 'extend':
        await db.load(extendIssuerSessions, { tokenHash: decision.tokenHash, ...times })
        return decision.tokenHash
      case 'create':
        created = unknownToken()
        await db.load(createIssuerSessions, { ...identity, ...times, ...decision, tokenHash: created, idleSeconds })
        break
      default:
        if (created) await db.run(endIssuerSession, [created])
        throw new RejectedJwt(decision.rule)
    }
  }
  throw new RequestError('UNAVAILABLE', 'The session is being changed by other requests. Try again later.')
}

type Settled = Exclude<JwtDecision, { kind: 'register' }>

/** Decides, after the person was registered if that is necessary. Throws a RejectedJwt if it must not be registered. */
export async function decideRegistered(db: Database, identity: IssuerKey, created?: string): Promise<Settled> {
  const decision = await decide(db, identity, created)
  if (decision.kind !== 'register') return decision
  return db.transaction(async (transaction) => {
    const id = await registerPerson(transaction, decision.person, { touchpointCode: identity.touchpoint })
    // Again, because this may have waited for a revocation, or for the erasure of a person with the address.
    const facts = await transaction.load(issuerFacts, identity)
    if (id !== null && !mayRegister(facts!, identity)) throw new RejectedJwt('revoked')
    const registered = decideJwt(facts!, identity)
    if (registered.kind === 'rejected') throw new RejectedJwt(registered.rule)
    // Another person has the address.
    if (registered.kind === 'register') throw new RejectedJwt('person')
    return registered
  })
}

/** Decides without writing anything. */
export async function decide(db: Database, identity: IssuerKey, created?: string): Promise<JwtDecision> {
  return decideJwt((await db.load(issuerFacts, identity))!, identity, created)
}
