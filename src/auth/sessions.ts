import { randomBytes } from 'node:crypto'
import { type Queryable, statement } from '../database/statement.ts'
import { UsageError } from '../errors.ts'
import { emailKey } from '../people/email.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { hashToken } from './viewer.ts'

export const defaultHours = 12

export interface NewSession {
  touchpoint: string
  login: LoginKind
  email: string
  /** How long it lives. */
  hours?: number
}

export interface CreatedSession {
  id: string
  /** Kept nowhere: this is the only time that it is known. */
  token: string
  expiresAt: Date
  /** Why the session lets nobody in as yet, or null. */
  refusedBecause: 'blocked' | 'inactive' | null
}

const findHolder = statement<{ touchpoint: boolean; id: number | null; active: boolean; blocked: boolean }>(`
  select exists (select from touchpoints where code = $1::text) as touchpoint, p.id, p.active, p.blocked
  from (values (1)) one
  left join persons p on p.kind = $2::text and p.email_key = $3::text
`)

const insertSession = statement<{ id: string; expiresAt: Date }>(`
  insert into sessions (token_hash, touchpoint_code, person_id, expires_at)
  values (decode($1::text, 'hex'), $2, $3, now() + make_interval(secs => $4::double precision))
  returning id, expires_at
`)

/** Issues a session; throws a UsageError where the touchpoint or the person does not exist. */
export async function createSession(
  database: Queryable,
  { touchpoint, login, email, hours = defaultHours }: NewSession,
): Promise<CreatedSession> {
  const [holder] = await database.run(findHolder, [touchpoint, login, emailKey(email)])
  if (!holder!.touchpoint) throw new UsageError(`There is no touchpoint ${JSON.stringify(touchpoint)}.`)
  if (holder!.id === null) throw new UsageError(`There is no ${login.toLowerCase()} ${JSON.stringify(email)}.`)
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  const [session] = await database.run(insertSession, [hash, touchpoint, holder!.id, hours * 3600])
  const refusedBecause = !holder!.active ? 'inactive' : holder!.blocked ? 'blocked' : null
  return { id: session!.id, token, expiresAt: session!.expiresAt, refusedBecause }
}

export interface ListedSession {
  id: string
  state: 'live' | 'revoked' | 'expired' | 'inactive' | 'blocked'
  login: LoginKind
  email: string
  touchpoint: string
  createdAt: Date
  expiresAt: Date | null
}

const allSessions = statement<ListedSession>(`
  select s.id,
    case
      when s.revoked_at is not null then 'revoked'
      when s.expires_at <= now() then 'expired'
      when not p.active then 'inactive'
      when p.blocked then 'blocked'
      else 'live'
    end as state,
    p.kind as login, p.email, s.touchpoint_code as touchpoint, s.created_at as "createdAt", s.expires_at as "expiresAt"
  from sessions s
  join persons p on p.id = s.person_id
  order by s.created_at, p.email_key, s.touchpoint_code, s.id
`)

/** Every session there is, the oldest first. */
export function listSessions(database: Queryable): Promise<ListedSession[]> {
  return database.run(allSessions)
}

const revoke = statement<{ id: string }>(`
  update sessions set revoked_at = coalesce(revoked_at, now()) where id = $1::uuid returning id
`)

/** Ends a session for good. A session that is revoked already stays so. Throws a UsageError for an unknown id. */
export async function revokeSession(database: Queryable, id: string): Promise<void> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  const revoked = isUuid ? await database.run(revoke, [id]) : []
  if (revoked.length === 0) {
    throw new UsageError(`There is no session ${JSON.stringify(id)}. "session list" gives the ids of all sessions.`)
  }
}
