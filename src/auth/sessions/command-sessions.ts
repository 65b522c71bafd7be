import { personTarget, writeAudit } from '../../audit/write-audit.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import { typed } from '../../database/statements/columns.ts'
import type { Database } from '../../database/database.ts'
import { statement } from '../../database/statements/statement.ts'
import { NotFoundError } from '../../errors/usage-error.ts'
import { emailKey } from '../../people/email.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { uuidOf } from '../../node-id.ts'
import { Person } from '../../people/people.entity.ts'
import { endSessions } from './revoke-sessions.ts'
import type { sessionOrigins } from './session.entity.ts'
import { openSession } from './stored-sessions.ts'

type SessionOrigin = (typeof sessionOrigins)[number]
type Refusal = 'inactive' | 'blocked'

/**
 * Opens a session, by default for 12 hours. `token` is returned only once. `refusedBecause`: why requests with it are rejected at present.
 * Throws a NotFoundError if the touchpoint or the person does not exist.
 */
export function issueSession(
  database: Database,
  {
    touchpoint: code,
    login,
    email,
    hours = 12,
  }: { touchpoint: string; login: LoginKind; email: string; hours?: number },
) {
  return database.transaction(async (transaction) => {
    const em = transaction.forkEntityManager()
    const touchpoint = await em.findOne(Touchpoint, code)
    if (!touchpoint) throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
    const person = await em.findOne(Person, { kind: login, emailKey: emailKey(email) })
    if (!person) throw new NotFoundError(`There is no ${login.toLowerCase()} ${JSON.stringify(email)}.`)
    const holder = { touchpointCode: code, personId: person.id }
    const { token, session } = await openSession(transaction, { ...holder, origin: 'COMMAND', seconds: hours * 3_600 })
    const expiresAt = session.expiresAt!
    const values = { person: personTarget(person.id), touchpoint: code, expiresAt }
    const changes = Object.entries(values).map(([name, to]) => ({ path: [name], from: null, to }))
    await writeAudit(transaction, null, [{ action: 'SESSION_CREATED', target: `session:${session.id}`, changes }])
    const refusal: Refusal | null = person.active ? (person.blocked ? 'blocked' : null) : 'inactive'
    return { id: session.id, token, expiresAt, refusedBecause: refusal }
  })
}

const listedSessions = statement(
  `
select s.id,
  case
    when s.revoked_at is not null then 'revoked'
    when s.expires_at <= now() then 'expired'
    when s.idle_expires_at <= now() then 'idle'
    when not p.active then 'inactive'
    when p.blocked then 'blocked'
    else 'live'
  end as state,
  p.kind as login, p.email, s.touchpoint_code as touchpoint, s.origin, s.created_at, s.last_used_at, s.expires_at
from sessions s
join persons p on p.id = s.person_id
order by s.created_at, p.email_key, s.touchpoint_code, s.id`,
  {
    id: 'uuid',
    state: typed<'live' | 'revoked' | 'expired' | 'idle' | Refusal>('text'),
    login: typed<LoginKind>('text'),
    email: 'text',
    touchpoint: 'text',
    origin: typed<SessionOrigin>('text'),
    createdAt: 'timestamptz',
    lastUsedAt: 'timestamptz | null',
    expiresAt: 'timestamptz | null',
  },
)

export function listSessions(database: Database) {
  return database.run(listedSessions)
}

const existing = statement('select id from sessions where id = any($1::uuid[])', { id: 'uuid' })

/** Revokes all of these sessions, or none: throws a NotFoundError that names the IDs of no session. Safe to repeat. Returns the IDs. */
export async function revokeSessionsById(database: Database, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  const uuids = wanted.filter((id) => uuidOf('session', `session:${id}`) !== undefined)
  return database.transaction(async (transaction) => {
    const found = new Set((await transaction.run(existing, [uuids])).map(({ id }) => id))
    const unknown = ids.filter((id) => !found.has(id.toLowerCase()))
    if (unknown.length > 0) {
      const names = unknown.map((id) => JSON.stringify(id)).join(', ')
      const rest = wanted.length > unknown.length ? ' No session was revoked.' : ''
      throw new NotFoundError(`There is no session ${names}.${rest}`)
    }
    await endSessions(transaction, null, 'sessions', [uuids])
    return wanted
  })
}
