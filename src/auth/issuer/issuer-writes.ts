import { randomBytes } from 'node:crypto'
import { batchedBy } from '../../database/batched.ts'
import { statement } from '../../database/statement.ts'
import { unerasedPersons } from '../../people/unerased-persons.ts'

/** A hash of nothing: nobody can know the token. */
export function unknownToken(): string {
  return randomBytes(32).toString('hex')
}

/**
 * Creates sessions that do not exist yet. `endedHash`: a session to mark as ended before. Nothing is written if another request was
 * first, or if the person was erased. The caller loads again.
 */
// $2 are the persons.
export const createIssuerSessions = batchedBy(
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
export const extendIssuerSessions = batchedBy(
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
export const endIssuerSession = statement(
  `update sessions set revoked_at = statement_timestamp() where token_hash = decode($1, 'hex') and revoked_at is null`,
)
