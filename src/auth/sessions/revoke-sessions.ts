import { type Actor, type Audited, writeAudit } from '../../audit/write-audit.ts'
import type { RequestContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { searchableText } from '../../database/statements/valid-text.ts'
import { invalidInput } from '../../errors/request-error.ts'
import { uuidOf, withKind } from '../../node-id.ts'
import { phase } from '../../observability/telemetry.ts'
import { holdPersons, personIdOf } from '../../people/people.ts'
import { authenticate, requireAdmin } from '../../viewer/authenticate.ts'
import type { RevokeSessionsErrorCode } from './session.errors.ts'
import { currentSession } from './read-sessions.ts'
import { requireCredentials, type Viewer } from '../../viewer/viewer.ts'

export interface RevokeSessionsInput {
  /** One session of the caller. If absent, all. */
  sessionId?: string | null | undefined
  exceptCurrent?: boolean | null | undefined
  /** All sessions of this person instead. Login: admin. */
  personId?: string | null | undefined
  /** All sessions of this touchpoint instead. Login: admin. */
  touchpointCode?: string | null | undefined
}

/** Declares the revocation of the sessions `s` that fulfil the condition. Returns those that were not revoked before. */
export const revocation = (condition: string) =>
  statement(
    // Locked in one order, because two statements that lock sessions in different orders would deadlock.
    `
with locked as (
  select s.token_hash, s.id,
    (s.expires_at is null or s.expires_at > statement_timestamp())
      and (s.idle_expires_at is null or s.idle_expires_at > statement_timestamp()) as was_valid
  from sessions s
  where ${condition} and s.revoked_at is null
  order by s.token_hash
  for no key update
), revoked as (
  update sessions s set revoked_at = statement_timestamp()
  from locked
  where s.token_hash = locked.token_hash
)
select id, was_valid from locked`,
    { id: 'uuid', wasValid: 'boolean' },
  )

const others = `s.token_hash is distinct from decode($2, 'hex')`
const revocations = {
  sessions: revocation('s.id = any($1::uuid[])'),
  ofPerson: revocation(`s.person_id = $1::bigint and ${others}`),
  ofTouchpoint: revocation(`s.touchpoint_code = $1::text and ${others}`),
  all: revocation('true'),
}

/**
 * Revokes sessions that were not revoked before, and returns them. Writes an audit event for each, or for their owner: then even if
 * there are none, because JWTs that were issued before are rejected.
 */
export async function endSessions(
  transaction: Queryable,
  actor: Actor,
  revoked: keyof typeof revocations,
  values: readonly unknown[],
  owner?: string,
) {
  const ended = await transaction.run(revocations[revoked], values)
  const events =
    owner === undefined
      ? ended.map(({ id }) => revocationEvent(`session:${id}`, 0))
      : [revocationEvent(owner, ended.filter(({ wasValid }) => wasValid).length)]
  await writeAudit(transaction, actor, events)
  return ended
}

function revocationEvent(target: string, number: number): Audited {
  return {
    action: 'SESSIONS_REVOKED',
    target,
    changes: number === 0 ? [] : [{ path: ['sessions'], from: number, to: 0 }],
  }
}

/** Revokes all sessions, and refuses JWTs of the issuer that were issued before. Returns the IDs of those that were not revoked before. */
export function revokeAllSessions(database: Database): Promise<string[]> {
  return database.transaction(async (transaction) => {
    await transaction.run(refuseOfAllTouchpoints)
    const ended = await transaction.run(revocations.all)
    await writeAudit(transaction, null, [revocationEvent('sessions', ended.length)])
    return ended.map(({ id }) => id)
  })
}

/**
 * Makes JWTs of the issuer be refused that were issued before. A session that begins at the same time refers to the locked row. Either
 * it is committed first, and revoked, or it is inserted after the revocation was committed, and a JWT that was issued before does
 * not keep it (see issuer/open-session.ts).
 */
const refusal = (table: 'persons' | 'touchpoints', key: 'id' | 'code', condition: string) =>
  statement(
    `
with locked as (select ${key} from ${table} where ${condition} order by ${key} for update)
update ${table} o set sessions_revoked_at = clock_timestamp()
from locked
where o.${key} = locked.${key}
returning true as found`,
    { found: 'boolean' },
  )

const refuseOfPerson = refusal('persons', 'id', 'id = $1::bigint')
const refuseOfTouchpoint = refusal('touchpoints', 'code', 'code = $1::text')
const refuseOfAllTouchpoints = refusal('touchpoints', 'code', 'true')

const ownSession = statement(
  `select id from sessions where person_id = $1::bigint and (id = $2::uuid or token_hash = decode($3, 'hex'))`,
  { id: 'uuid' },
)

const nouns = {
  sessionId: 'ID of a session of the caller, such as "session:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11"',
  personId: 'ID of a person, such as "person:1"',
  touchpointCode: 'code of a touchpoint',
}

/**
 * Revokes one session of the caller, or all of them; for admins, also all sessions of another person or of a touchpoint. Returns
 * how many were valid. Throws BAD_USER_INPUT for arguments that exclude each other.
 */
export async function revokeSessions(context: RequestContext, input: RevokeSessionsInput) {
  const { tokenHash } = requireCredentials(context)
  const sent = (Object.keys(nouns) as (keyof typeof nouns)[]).filter((name) => input[name] != null)
  const [field, other = field === 'sessionId' && input.exceptCurrent ? 'exceptCurrent' : undefined] = sent
  if (other !== undefined) {
    throw invalidInput([{ message: `${other} cannot be sent together with ${field}.`, path: [other] }])
  }
  const ofOthers = field === 'personId' || field === 'touchpointCode'
  const { viewer, services, telemetry } = await (ofOthers ? requireAdmin(context) : authenticate(context))
  const ended = await phase(telemetry, 'write', () =>
    services.database.transaction((transaction) => revokeIn(transaction, viewer, tokenHash, input)),
  )
  if (ended) return { viewer, revoked: ended.filter(({ wasValid }) => wasValid).length }
  const code: RevokeSessionsErrorCode = 'invalidId'
  return { problems: [{ code, message: `${field} must be the ${nouns[field!]}.`, path: [`${field}`] }] }
}

/** Undefined if there is no such session, person or touchpoint. */
async function revokeIn(
  transaction: Queryable,
  viewer: Viewer,
  tokenHash: string,
  { sessionId, exceptCurrent, personId, touchpointCode }: RevokeSessionsInput,
) {
  const kept = exceptCurrent ? tokenHash : null
  if (sessionId != null) {
    const id = withKind('session', sessionId)
    // The audit event refers to the caller.
    await transaction.run(holdPersons, [[viewer.personId]])
    const sought = [uuidOf('session', id) ?? null, id === currentSession ? tokenHash : null]
    const [session] = await transaction.run(ownSession, [viewer.personId, ...sought])
    return session && endSessions(transaction, viewer, 'sessions', [[session.id]])
  }
  if (touchpointCode != null) {
    const code = searchableText(touchpointCode)
    const [touchpoint] = await transaction.run(refuseOfTouchpoint, [code])
    return touchpoint && endSessions(transaction, viewer, 'ofTouchpoint', [code, kept], `touchpoint:${code}`)
  }
  const id = personId == null ? viewer.personId : personIdOf(personId)
  const [person] = await transaction.run(refuseOfPerson, [id ?? null])
  return person && endSessions(transaction, viewer, 'ofPerson', [id, kept], `person:${id}`)
}
