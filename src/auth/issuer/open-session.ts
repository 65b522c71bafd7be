import type { Database } from '../../database/database.ts'
import { RequestError } from '../../errors.ts'
import { registerPerson } from '../../people/register-person.ts'
import { type IssuerKey, issuerFacts } from './issuer-facts.ts'
import { decideJwt, type JwtDecision } from './issuer-session.rules.ts'
import { createIssuerSessions, endIssuerSession, extendIssuerSessions, unknownToken } from './issuer-writes.ts'
import { RejectedJwt } from './rejection.ts'

export interface OpenOptions {
  /** How long a new session may be unused, in seconds. Null if it has no idle limit. */
  idleSeconds: number | null
}

/** More than two need several revocations at the same time. */
const maximumAttempts = 5

/**
 * Finds, extends or creates the session of a JWT, and returns its token hash. Throws a RejectedJwt.
 *
 * A session that was created is loaded again. If a revocation was committed while it was created, it is ended.
 */
export async function openIssuerSession(
  db: Database,
  identity: IssuerKey,
  { idleSeconds }: OpenOptions,
): Promise<string> {
  let created: string | undefined
  for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
    const decision = await decideRegistered(db, identity, created)
    switch (decision.kind) {
      case 'use':
        return decision.tokenHash
      case 'extend':
        await db.load(extendIssuerSessions, { tokenHash: decision.tokenHash, identity })
        return decision.tokenHash
      case 'create': {
        const { personId, issuedAfter, ended } = decision
        created = unknownToken()
        await db.load(createIssuerSessions, { identity, personId, issuedAfter, ended, idleSeconds, tokenHash: created })
        break
      }
      default:
        if (created) await db.run(endIssuerSession, [created])
        throw new RejectedJwt(decision.rule)
    }
  }
  throw new RequestError('UNAVAILABLE', 'The session is being changed by other requests. Try again later.')
}

type Settled = Exclude<JwtDecision, { kind: 'register' }>

/** Decides, after the person was registered if that is necessary. */
export async function decideRegistered(db: Database, identity: IssuerKey, created?: string): Promise<Settled> {
  const decision = await decide(db, identity, created)
  if (decision.kind !== 'register') return decision
  await registerPerson(db, decision.person)
  const registered = await decide(db, identity)
  // Another person has the address.
  return registered.kind === 'register' ? { kind: 'rejected', rule: 'person' } : registered
}

/** Decides without writing anything. */
export async function decide(db: Database, identity: IssuerKey, created?: string): Promise<JwtDecision> {
  return decideJwt((await db.load(issuerFacts, identity))!, identity, created)
}
