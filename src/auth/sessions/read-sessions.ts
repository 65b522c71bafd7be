import type { RequestContext } from '../../context.ts'
import type { Page } from '../../database/page.ts'
import { type Queryable, statement } from '../../database/statements/statement.ts'
import { uuidOf } from '../../node-id.ts'
import { authenticate } from '../../viewer/authenticate.ts'
import { sessionColumns, type SessionRow, sessionSelect } from './stored-sessions.ts'
import { throwUnauthenticated } from '../../viewer/viewer.ts'

export const currentSession = 'session:current'

export function isSessionId(id: string): boolean {
  return id === currentSession || (id.includes(':') && uuidOf('session', id) !== undefined)
}

const liveSessions = `
from live_sessions v
join sessions s on s.token_hash = v.token_hash`

const sessionByToken = statement(
  `select ${sessionSelect} ${liveSessions} where v.token_hash = decode($1, 'hex')`,
  sessionColumns,
)
const sessionById = statement(
  `select ${sessionSelect} ${liveSessions} where v.person_id = $1::bigint and s.id = $2::uuid`,
  sessionColumns,
)

/** Last used first, and unused ones last. A cursor contains the second of the last use, or 0, and the UUID. */
const position = `(coalesce(s.last_used_at, 'epoch'), s.id)`
const pageOf = (order: 'asc' | 'desc') =>
  statement(
    `
select ${sessionSelect} ${liveSessions}
where v.person_id = $1::bigint
  and ($2::double precision is null or ${position} < (to_timestamp($2::double precision), $3::uuid))
  and ($4::double precision is null or ${position} > (to_timestamp($4::double precision), $5::uuid))
order by coalesce(s.last_used_at, 'epoch') ${order}, s.id ${order}
limit $6::int`,
    sessionColumns,
  )
const pages = { forward: pageOf('desc'), backward: pageOf('asc') }
const countOf = statement(`select count(*)::int as total ${liveSessions} where v.person_id = $1::bigint`, {
  total: 'int',
})

export async function readCurrentSession(context: RequestContext): Promise<SessionRow> {
  const { services, credentials } = await authenticate(context)
  const [session] = await services.database.run(sessionByToken, [credentials?.tokenHash])
  // It may have ended during the request.
  return session ?? throwUnauthenticated(context)
}

/** A valid session of the caller by its ID. Null if the caller has none with this ID. */
export async function readSession(context: RequestContext, id: string): Promise<SessionRow | null> {
  if (id === currentSession) return readCurrentSession(context)
  const { viewer, services } = await authenticate(context)
  const uuid = uuidOf('session', id)
  const [session] = uuid === undefined ? [] : await services.database.run(sessionById, [viewer.personId, uuid])
  return session ?? null
}

/** The valid sessions of a person, for a connection. */
export const sessionsOf = (db: Queryable, personId: number) => ({
  isKey: isSessionKey,
  keyOf,
  load: ({ after, before, limit, inverted }: Page) =>
    db.run(inverted ? pages.backward : pages.forward, [personId, ...boundOf(after), ...boundOf(before), limit]),
  count: async () => (await db.run(countOf, [personId]))[0]!.total,
})

/** The key of a cursor: the second of the last use, and the UUID in four parts of 32 bits. */
function keyOf({ lastUsedAt, id }: SessionRow): number[] {
  const parts = id.replaceAll('-', '').match(/.{8}/g) ?? []
  return [(lastUsedAt?.getTime() ?? 0) / 1000, ...parts.map((part) => Number.parseInt(part, 16))]
}

export function isSessionKey([seconds = -1, ...parts]: readonly number[]): boolean {
  const isPart = (part: number) => Number.isInteger(part) && part >= 0 && part < 2 ** 32
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 2 ** 33 && parts.length === 4 && parts.every(isPart)
}

function boundOf(key: readonly number[] | undefined): [number | null, string | null] {
  if (!key) return [null, null]
  const [seconds = 0, ...parts] = key
  return [seconds, parts.map((part) => part.toString(16).padStart(8, '0')).join('')]
}
