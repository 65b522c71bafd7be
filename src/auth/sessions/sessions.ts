import { personTarget, writeAudit } from '../../audit/write-audit.ts'
import { Touchpoint } from '../../catalogue/touchpoint.entity.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { NotFoundError } from '../../errors/usage-error.ts'
import { emailKey } from '../../people/email.ts'
import { type LoginKind, Person } from '../../people/people.entity.ts'
import { revocationEvent } from './revocation-events.ts'
import { Session, type sessionOrigins } from './session.entity.ts'
import { openSession } from './stored-sessions.ts'

/** Expiry is checked with the database's clock, which all processes share. */
const clock = statement('select now()', { now: 'timestamptz' })

export interface NewSession {
  touchpoint: string
  login: LoginKind
  email: string
  /** Default: 12. */
  hours?: number
}

type SessionOrigin = (typeof sessionOrigins)[number]
type Refusal = 'inactive' | 'blocked'

export interface CreatedSession {
  id: string
  /** Returned only once: the database stores only its hash. */
  token: string
  expiresAt: Date
  /** The reason why requests with this token are currently rejected, or null. */
  refusedBecause: Refusal | null
}

/** Throws a NotFoundError if the touchpoint or the person does not exist. */
export function createSession(database: Database, session: NewSession): Promise<CreatedSession> {
  return database.transaction((transaction) => create(transaction, session))
}

async function create(
  transaction: Transaction,
  { touchpoint: code, login, email, hours = 12 }: NewSession,
): Promise<CreatedSession> {
  const em = transaction.forkEntityManager()
  const touchpoint = await em.findOne(Touchpoint, code)
  if (!touchpoint) throw new NotFoundError(`There is no touchpoint ${JSON.stringify(code)}.`)
  const person = await em.findOne(Person, { kind: login, emailKey: emailKey(email) })
  if (!person) throw new NotFoundError(`There is no ${login.toLowerCase()} ${JSON.stringify(email)}.`)
  const { token, session } = await openSession(transaction, {
    touchpointCode: code,
    personId: person.id,
    origin: 'COMMAND',
    seconds: hours * 3_600,
    idleSeconds: undefined,
  })
  const values = { person: personTarget(person.id), touchpoint: code, expiresAt: session.expiresAt }
  const changes = Object.entries(values).map(([name, to]) => ({ path: [name], from: null, to }))
  await writeAudit(transaction, null, [{ action: 'SESSION_CREATED', target: `session:${session.id}`, changes }])
  return { id: session.id, token, expiresAt: session.expiresAt!, refusedBecause: refusalOf(person) }
}

export interface ListedSession {
  id: string
  state: 'live' | 'revoked' | 'expired' | 'idle' | Refusal
  login: LoginKind
  email: string
  touchpoint: string
  origin: SessionOrigin
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** Returns all sessions, the oldest first. */
export async function listSessions(database: Database): Promise<ListedSession[]> {
  const { now, sessions } = await database.transaction(async (transaction) => ({
    now: await databaseTime(transaction),
    sessions: await transaction.forkEntityManager().findAll(Session, {
      populate: ['person'],
      orderBy: [{ createdAt: 'asc' }, { person: { emailKey: 'asc' } }, { touchpoint: 'asc' }, { id: 'asc' }],
    }),
  }))
  return sessions.map(
    ({ id, person, touchpoint, origin, createdAt, lastUsedAt = null, expiresAt = null, revokedAt, idleExpiresAt }) => ({
      id,
      state: stateOf({ revokedAt, expiresAt, idleExpiresAt }, now) ?? refusalOf(person) ?? 'live',
      login: person.kind,
      email: person.email,
      touchpoint: touchpoint.code,
      origin,
      createdAt,
      lastUsedAt,
      expiresAt,
    }),
  )
}

function stateOf(
  { revokedAt, expiresAt, idleExpiresAt }: Record<'revokedAt' | 'expiresAt' | 'idleExpiresAt', Date | null | undefined>,
  now: Date,
): 'revoked' | 'expired' | 'idle' | null {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return idleExpiresAt && idleExpiresAt <= now ? 'idle' : null
}

// Locked in one order, because two statements that lock sessions in different orders would deadlock.
const revoke = statement(
  `
with locked as (
  select token_hash, id, revoked_at is null as was_valid
  from sessions
  where id = any($1::uuid[])
  order by token_hash
  for no key update
), revoked as (
  update sessions s set revoked_at = now() from locked where s.token_hash = locked.token_hash and locked.was_valid
)
select id::text, was_valid from locked order by id`,
  { id: 'text', wasValid: 'boolean' },
  { writes: true },
)
// JWTs of the issuer that were issued before are refused at every touchpoint.
const revokeAll = statement(
  `
with refused as (update touchpoints set sessions_revoked_at = now())
update sessions set revoked_at = now() where revoked_at is null returning id::text`,
  { id: 'text' },
  { writes: true },
)

/**
 * Revokes all of these sessions, or none: throws a NotFoundError that names the IDs of no session. Revoking a revoked session
 * changes nothing. Returns the IDs.
 */
export async function revokeSessions(database: Database, ids: readonly string[]): Promise<string[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const uuids = [...wanted].filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
  return database.transaction(async (transaction) => {
    const found = await transaction.run(revoke, [uuids])
    const foundIds = new Set(found.map(({ id }) => id))
    const unknown = ids.filter((id) => !foundIds.has(id.toLowerCase()))
    if (unknown.length === 0) {
      const events = found.filter(({ wasValid }) => wasValid).map(({ id }) => revocationEvent(`session:${id}`, 1))
      await writeAudit(transaction, null, events)
      return [...wanted]
    }
    const names = unknown.map((id) => JSON.stringify(id)).join(', ')
    const rest = wanted.size > unknown.length ? ' No session was revoked.' : ''
    throw new NotFoundError(`There is no session ${names}.${rest}`)
  })
}

const lockTouchpoints = statement('select from touchpoints order by code for update')

/** Returns the IDs of the sessions that were not revoked before. */
export async function revokeAllSessions(database: Database): Promise<string[]> {
  const revoked = await database.transaction(async (transaction) => {
    // As in revoke-sessions.ts.
    await transaction.run(lockTouchpoints)
    const all = await transaction.run(revokeAll)
    await writeAudit(transaction, null, [revocationEvent('sessions', all.length)])
    return all
  })
  return revoked.map(({ id }) => id)
}

function refusalOf({ active, blocked }: { active: boolean; blocked: boolean }): Refusal | null {
  if (!active) return 'inactive'
  return blocked ? 'blocked' : null
}

async function databaseTime(database: Queryable): Promise<Date> {
  const [row] = await database.run(clock)
  return row!.now
}
