import { type Audited, writeAudit } from '../../audit/write-audit.ts'
import type { RequestContext } from '../../context.ts'
import { statement } from '../../database/statement.ts'
import { searchableText } from '../../database/valid-text.ts'
import { invalidInput } from '../../errors/request-error.ts'
import type { Problem } from '../../errors/problems.ts'
import { phase } from '../../observability/telemetry.ts'
import { personIdOf } from '../../people/person-id.ts'
import { authenticate, requireAdmin } from '../authenticate.ts'
import type { RevokeSessionsErrorCode } from './session.errors.ts'
import { currentSession, sessionIdOf, sessionUuid } from './session-id.ts'
import { requireCredentials, type Viewer } from '../viewer.ts'

export interface RevokeSessionsInput {
  /** One session of the caller. If absent, all. */
  sessionId?: string | null | undefined
  exceptCurrent?: boolean | null | undefined
  /** All sessions of this person instead. Login: admin. */
  personId?: string | null | undefined
  /** All sessions of this touchpoint instead. Login: admin. */
  touchpointCode?: string | null | undefined
}

export type RevokeSessionsResult =
  { problems: Problem<RevokeSessionsErrorCode>[] } | { viewer: Viewer; revoked: number }

/**
 * The sessions that fulfil the condition, except the one with the token hash $2, are revoked. `owner` is the table of the
 * person or the touchpoint whose JWTs of the issuer are refused if they were issued before. Locked in one order, because two
 * statements that lock sessions in different orders would deadlock.
 */
const revocation = (condition: string, found: string, owner?: string) =>
  statement(
    `
with locked as (
  select s.token_hash,
    (s.expires_at is null or s.expires_at > statement_timestamp())
      and (s.idle_expires_at is null or s.idle_expires_at > statement_timestamp()) as was_valid
  from sessions s
  where ${condition} and s.revoked_at is null and s.token_hash is distinct from decode($2, 'hex')
  order by s.token_hash
  for no key update
), revoked as (
  update sessions s set revoked_at = statement_timestamp()
  from locked
  where s.token_hash = locked.token_hash
)${owner === undefined ? '' : `, owner as (update ${owner} o set sessions_revoked_at = statement_timestamp() where ${found})`}
select exists (select from ${owner ?? 'sessions'} ${owner === undefined ? 's' : 'o'} where ${found}) as found,
  ${owner === undefined ? 'exists (select from locked)' : 'true'} as refuses_jwts,
  (select count(*)::int from locked where was_valid) as revoked`,
    /** Whether JWTs that were accepted before are refused now: those of an idle session too. */
    { found: 'boolean', refusesJwts: 'boolean', revoked: 'int' },
  )

const ofSession = 's.id = $1::uuid and s.person_id = $3::bigint'
const revokeOne = revocation(ofSession, ofSession)
const revokeOfPerson = revocation('s.person_id = $1::bigint', 'o.id = $1::bigint', 'persons')
const revokeOfTouchpoint = revocation('s.touchpoint_code = $1::text', 'o.code = $1::text', 'touchpoints')

// A session that begins at the same time refers to the owner. Either its row is committed first, and revoked, or it is inserted
// after the revocation was committed, and a JWT that was issued before does not keep it (see issuer/open-session.ts).
const lockPerson = statement('select from persons where id = $1::bigint for update')
const lockTouchpoint = statement('select from touchpoints where code = $1::text for update')
// The audit event refers to the caller, whom an erasure locks before its sessions.
const holdPerson = statement('select from persons where id = $1::bigint for key share')

/**
 * Revokes one session of the caller, or all of them; for admins, also all sessions of another person or of a touchpoint. Returns
 * how many were valid. Sessions that were revoked before, or have ended, do not count. Throws BAD_USER_INPUT for arguments that
 * exclude each other.
 */
export async function revokeSessions(
  context: RequestContext,
  input: RevokeSessionsInput,
): Promise<RevokeSessionsResult> {
  const { tokenHash } = requireCredentials(context)
  checkSelection(input)
  const { sessionId, exceptCurrent, personId, touchpointCode } = input
  const ofOthers = personId != null || touchpointCode != null
  const { viewer } = await (ofOthers ? requireAdmin(context) : authenticate(context))
  const kept = exceptCurrent ? tokenHash : null
  const result = await phase(context.telemetry, 'write', () => revoke())
  if (result?.found) return { viewer, revoked: result.revoked }
  const [field = ''] = Object.entries({ sessionId, personId, touchpointCode }).find(([, value]) => value != null) ?? []
  const message = `${field} must be the ${nouns[field]}.`
  return { problems: [{ code: 'invalidId', message, path: [field] }] }

  async function revoke() {
    if (sessionId != null) {
      const nodeId = sessionIdOf(sessionId)
      const id = nodeId === currentSession ? await currentId() : sessionUuid(nodeId)?.toLowerCase()
      return id === undefined
        ? undefined
        : run(`session:${id}`, revokeOne, [id, null, viewer.personId], holdPerson, viewer.personId)
    }
    if (touchpointCode != null) {
      const code = searchableText(touchpointCode)
      return code === null ? undefined : run(`touchpoint:${code}`, revokeOfTouchpoint, [code, kept], lockTouchpoint)
    }
    const person = personId == null ? viewer.personId : personIdOf(personId)
    return person === undefined ? undefined : run(`person:${person}`, revokeOfPerson, [person, kept], lockPerson)
  }

  function run(
    target: string,
    revocationOf: typeof revokeOne,
    parameters: unknown[],
    lock: typeof lockPerson,
    locked = parameters[0],
  ) {
    return context.services.database.transaction(async (transaction) => {
      await transaction.run(lock, [locked])
      const [result] = await transaction.run(revocationOf, parameters)
      if (result?.found && result.refusesJwts)
        await writeAudit(transaction, viewer, [revocationEvent(target, result.revoked)])
      return result
    })
  }

  async function currentId() {
    return (await context.services.database.run(idByToken, [tokenHash]))[0]?.id
  }
}

const idByToken = statement(`select id from sessions where token_hash = decode($1, 'hex')`, { id: 'uuid' })

const nouns: Record<string, string> = {
  sessionId: 'ID of a session of the caller, such as "session:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11"',
  personId: 'ID of a person, such as "person:1"',
  touchpointCode: 'code of a touchpoint',
}

function checkSelection({ sessionId, exceptCurrent, personId, touchpointCode }: RevokeSessionsInput): void {
  const [first, second] = Object.entries({ sessionId, personId, touchpointCode }).flatMap(([name, value]) =>
    value == null ? [] : [name],
  )
  const other = second ?? (first === 'sessionId' && exceptCurrent ? 'exceptCurrent' : undefined)
  if (other !== undefined) {
    throw invalidInput([{ message: `${other} cannot be sent together with ${first}.`, path: [other] }])
  }
}

/**
 * The audit event of a revocation. If several sessions were revoked, it contains their number. If none was, only JWTs that were
 * issued before are rejected.
 */
export function revocationEvent(target: string, revoked: number): Audited {
  const changes = target.startsWith('session:') || revoked === 0 ? [] : [{ path: ['sessions'], from: revoked, to: 0 }]
  return { action: 'SESSIONS_REVOKED', target, changes }
}
