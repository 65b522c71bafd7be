import { randomBytes } from 'node:crypto'
import { batchedBy } from '../../database/statements/batched.ts'
import { statement } from '../../database/statements/statement.ts'
import { unerasedPersons } from '../../people/people.ts'
import type { Database } from '../../database/database.ts'
import { RequestError } from '../../errors/request-error.ts'
import { registerPerson } from '../register-person.ts'
import { type JwtIdentity, issuerFacts } from './issuer-facts.ts'
import { decideJwt, issueTime, type JwtDecision, lastUse, mayRegister } from './issuer-session.rules.ts'
import { RejectedJwt } from './rejection.ts'

/** A hash of nothing: nobody can know the token. */
export function unknownToken(): string {
  return randomBytes(32).toString('hex')
}

/**
 * Creates sessions that do not exist yet. `endedHash`: a session to mark as ended before. Nothing is written if another request was
 * first, or if the person was erased. The caller loads again.
 */
// $2 are the persons.
const createIssuerSessions = batchedBy(
  {
    tokenHash: 'text',
    personId: 'bigint',
    touchpoint: 'text',
    issuer: 'text',
    subject: 'text',
    sid: 'text',
    expiresAt: 'timestamptz',
    issuedAt: 'timestamptz',
    issuedAfter: 'timestamptz | null',
    idleSeconds: 'int | null',
    endedHash: 'text | null',
    endedAt: 'timestamptz | null',
  },
  (keys) => `
with named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), sent as (
  select * from ${keys} where person_id in (select id from named)
), ended as (
  update sessions s
  set revoked_at = k.ended_at
  from sent k
  where s.token_hash = decode(k.ended_hash, 'hex') and s.revoked_at is null
  returning s.token_hash
), created as (
  insert into sessions (
    token_hash, touchpoint_code, person_id, origin, expires_at, idle_seconds, idle_expires_at, issuer, subject, sid,
    issued_after, issued_at)
  select decode(k.token_hash, 'hex'), k.touchpoint, k.person_id, 'ISSUER', k.expires_at, k.idle_seconds,
    statement_timestamp() + k.idle_seconds * interval '1 second', k.issuer, k.subject, k.sid, k.issued_after,
    k.issued_at
  from sent k
  left join ended e on e.token_hash = decode(k.ended_hash, 'hex')
  where k.ended_hash is null or e.token_hash is not null
  order by k.issuer, k.subject, k.sid, k.touchpoint
  on conflict (issuer, subject, sid, touchpoint_code) where issuer is not null and revoked_at is null do nothing
  returning token_hash
)
select k.ordinal::int
from sent k join created c on c.token_hash = decode(k.token_hash, 'hex')`,
  {},
)

/** Makes sessions last as long as a renewed JWT. */
// Locked in one order, because two statements that lock sessions in different orders would deadlock.
const extendIssuerSessions = batchedBy(
  { tokenHash: 'text', expiresAt: 'timestamptz', issuedAt: 'timestamptz' },
  (keys) => `
with sent as (
  select decode(k.token_hash, 'hex') as token_hash, max(k.expires_at) as expires_at, max(k.issued_at) as issued_at,
    min(k.ordinal) as ordinal
  from ${keys}
  group by k.token_hash
), locked as (
  select token_hash from sessions
  where token_hash = any(array(select token_hash from sent)) and revoked_at is null
  order by token_hash
  for no key update
)
update sessions s
set expires_at = greatest(s.expires_at, sent.expires_at), issued_at = greatest(s.issued_at, sent.issued_at)
from sent join locked using (token_hash)
where s.token_hash = sent.token_hash
returning sent.ordinal::int`,
  {},
)

/** Ends a session that began while it was revoked. */
const endIssuerSession = statement(
  `update sessions set revoked_at = statement_timestamp() where token_hash = decode($1, 'hex') and revoked_at is null`,
)

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
  identity: JwtIdentity,
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
export async function decideRegistered(db: Database, identity: JwtIdentity, created?: string): Promise<Settled> {
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
export async function decide(db: Database, identity: JwtIdentity, created?: string): Promise<JwtDecision> {
  return decideJwt((await db.load(issuerFacts, identity))!, identity, created)
}
