import { randomBytes } from 'node:crypto'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import { columns, type RowOf } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import { RequestError } from '../../errors/request-error.ts'
import { unerasedPersons } from '../../people/people.ts'
import { Session, type sessionOrigins } from './session.entity.ts'
import { hashToken } from '../../viewer/viewer.ts'
import { removal } from '../../database/expired-rows.ts'

const storedColumns = columnsOf(
  Session,
  'id',
  'touchpointCode',
  'personId',
  'origin',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'idleExpiresAt',
)
/** The columns of a session. `tokenHash` is in hexadecimal. */
export const sessionColumns = columns({ ...storedColumns, tokenHash: 'text' })
export type SessionRow = RowOf<typeof sessionColumns>

/** The select list of `sessionColumns`, from `sessions s`. */
export const sessionSelect = `${selectList('s', storedColumns)}, encode(s.token_hash, 'hex') as token_hash`

export interface NewSession {
  touchpointCode: string
  personId: number
  origin: (typeof sessionOrigins)[number]
  seconds: number
  /** How long the session may be unused. By default, it has no idle limit. */
  idleSeconds?: number | null | undefined
  /** The passkey that begins it. */
  passkeyId?: string | null
}

// $2 are the persons.
const newSessions = batchedBy(
  {
    tokenHash: 'text',
    personId: 'bigint',
    touchpointCode: 'text',
    origin: 'text',
    seconds: 'double precision',
    idleSeconds: 'int | null',
    passkeyId: 'uuid | null',
  },
  (keys) => `
with named as materialized (
  ${unerasedPersons('$2::bigint[]')}
), sent as (
  select * from ${keys} where person_id in (select id from named)
), created as (
  insert into sessions (
    token_hash, touchpoint_code, person_id, origin, created_at, expires_at, idle_seconds, idle_expires_at, passkey_id)
  select decode(token_hash, 'hex'), touchpoint_code, person_id, origin, statement_timestamp(),
    statement_timestamp() + make_interval(secs => seconds), idle_seconds,
    statement_timestamp() + make_interval(secs => idle_seconds), passkey_id
  from sent
  returning *
)
select sent.ordinal::int, ${sessionSelect}
from sent
join created s on s.token_hash = decode(sent.token_hash, 'hex')`,
  sessionColumns,
)

export interface OpenedSession {
  token: string
  session: SessionRow
}

/**
 * Opens a session of a person who was judged before, and returns it with its token. The token is not stored. The next request
 * of every process accepts it. Throws UNAVAILABLE if the person was erased since.
 */
export async function openSession(
  db: Loader,
  { idleSeconds = null, passkeyId = null, ...session }: NewSession,
): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const row = await db.load(newSessions, { ...session, idleSeconds, passkeyId, tokenHash: hashToken(token) })
  if (!row) throw new RequestError('UNAVAILABLE', 'The person was erased by another request. Nothing was written.')
  return { token, session: row }
}

/**
 * Removes sessions of secrets, issuers and passkeys seven days after their lifetime, whether or not they ended before it. No JWT that
 * such a session has refused is still valid then. Sessions of the command line and of imports stay, so that importing them
 * again does not revive them.
 */
export const expiredSessions = removal(
  'sessions',
  `expires_at < statement_timestamp() - interval '7 days' and origin in ('SECRET', 'ISSUER', 'PASSKEY')`,
  'expires_at',
)
