import { randomBytes } from 'node:crypto'
import type { Batched } from '../../database/batched.ts'
import { statement } from '../../database/statement.ts'
import { unerasedPersons } from '../../people/unerased-persons.ts'
import { issueTime, lastUse, type EndedSession } from './issuer-session.rules.ts'
import type { IssuerKey } from './issuer-facts.ts'

export interface NewIssuerSession {
  identity: IssuerKey
  personId: number
  issuedAfter: Date | null
  /** A session to mark as ended before. */
  ended: EndedSession | null
  idleSeconds: number | null
  tokenHash: string
}

/** A hash of nothing: nobody can know the token. */
export function unknownToken(): string {
  return randomBytes(32).toString('hex')
}

// Nothing is written if another request was first, or if the person was erased. The caller loads again.
const createStatement = statement(
  `
with named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), sent as (
  select k.* from jsonb_to_recordset($1::jsonb) as k (
    token_hash text, touchpoint_code text, person_id bigint, expires_at timestamptz, idle_seconds int, issuer text,
    subject text, sid text, issued_after timestamptz, issued_at timestamptz, ended_hash text, ended_at timestamptz)
  where k.person_id in (select id from named)
), ended as (
  update sessions s
  set revoked_at = k.ended_at
  from sent k
  where s.token_hash = decode(k.ended_hash, 'hex') and s.revoked_at is null
  returning s.token_hash
)
insert into sessions (
  token_hash, touchpoint_code, person_id, origin, expires_at, idle_seconds, idle_expires_at, issuer, subject, sid,
  issued_after, issued_at)
select decode(k.token_hash, 'hex'), k.touchpoint_code, k.person_id, 'ISSUER', k.expires_at, k.idle_seconds,
  statement_timestamp() + k.idle_seconds * interval '1 second', k.issuer, k.subject, k.sid, k.issued_after,
  k.issued_at
from sent k
left join ended e on e.token_hash = decode(k.ended_hash, 'hex')
where k.ended_hash is null or e.token_hash is not null
order by k.issuer, k.subject, k.sid, k.touchpoint_code
on conflict (issuer, subject, sid, touchpoint_code) where issuer is not null and revoked_at is null do nothing`,
  undefined,
  { writes: true },
)

/** Creates sessions that do not exist yet. */
export const createIssuerSessions: Batched<NewIssuerSession, object> = {
  async run(db, sessions) {
    const rows = sessions.map(({ identity, personId, issuedAfter, ended, idleSeconds, tokenHash }) => ({
      token_hash: tokenHash,
      touchpoint_code: identity.touchpoint,
      person_id: personId,
      expires_at: lastUse(identity),
      idle_seconds: idleSeconds,
      issuer: identity.issuer,
      subject: identity.subject,
      sid: identity.sid,
      issued_after: issuedAfter,
      issued_at: issueTime(identity),
      ended_hash: ended?.tokenHash,
      ended_at: ended?.at,
    }))
    await db.run(createStatement, [JSON.stringify(rows), sessions.map(({ personId }) => personId)])
    return []
  },
}

// Locked in one order, because two statements that lock sessions in different orders would deadlock.
const extendStatement = statement(
  `
with sent as (
  select decode(token_hash, 'hex') as token_hash, max(expires_at) as expires_at, max(issued_at) as issued_at
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as k (token_hash, expires_at, issued_at)
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
where s.token_hash = sent.token_hash`,
  undefined,
  { writes: true },
)

/** Makes sessions last as long as a renewed JWT. */
export const extendIssuerSessions: Batched<{ tokenHash: string; identity: IssuerKey }, object> = {
  async run(db, sessions) {
    const hashes = sessions.map(({ tokenHash }) => tokenHash)
    await db.run(extendStatement, [
      hashes,
      sessions.map(({ identity }) => lastUse(identity)),
      sessions.map(({ identity }) => issueTime(identity)),
    ])
    return []
  },
}

/** Ends a session that began while it was revoked. */
export const endIssuerSession = statement(
  `update sessions set revoked_at = statement_timestamp() where token_hash = decode($1, 'hex') and revoked_at is null`,
  undefined,
  { writes: true },
)
