import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { LastUses, secretUse, sessionUse } from '../../src/auth/sessions/last-uses.ts'
import { revokeAllSessions } from '../../src/auth/sessions/revoke-sessions.ts'
import { issueSession, listSessions, revokeSessionsById } from '../../src/auth/sessions/command-sessions.ts'
import { hashToken } from '../../src/viewer/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import type { Queryable } from '../../src/database/statements/statement.ts'
import { NotFoundError } from '../../src/errors/usage-error.ts'
import { freshDatabase, sql } from '../support/database/database.ts'

let database: Database
beforeAll(async () => (database = await freshDatabase()))

const olga = { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' } as const

async function isLive(token: string): Promise<boolean> {
  const hash = hashToken(token)
  return (await sql(database, `select from live_sessions where token_hash = decode($1, 'hex')`, [hash])).length === 1
}

const stateOf = async (id: string): Promise<string | undefined> =>
  (await listSessions(database)).find((session) => session.id === id)?.state

const silent = pino({ level: 'silent' })

describe('the last use', () => {
  const use = (hash: string, kind = sessionUse) => {
    const uses = new LastUses(database, silent, kind)
    uses.note(hash)
    return uses.flush()
  }
  const useOf = async (id: string) => {
    const query = `select last_used_at = date_trunc('minute', last_used_at) as minute,
        last_used_at > now() - interval '2 minutes' as recent, idle_expires_at > now() + interval '5 minutes' as moved
      from sessions where id = $1`
    const [row] = await sql<Record<'minute' | 'recent' | 'moved', boolean | null>>(database, query, [id])
    return row
  }
  const withIdle = async (left: string) => {
    const { id, token } = await issueSession(database, olga)
    const idle = 'update sessions set idle_seconds = 600, idle_expires_at = now() + $2::interval where id = $1'
    await sql(database, idle, [id, left])
    return { id, hash: hashToken(token) }
  }

  test('is written to the minute at shutdown, and moves the idle limit', async () => {
    const { id, hash } = await withIdle('1 minute')
    const uses = new LastUses(database, silent, sessionUse)
    uses.note(hash)
    expect(await useOf(id)).toEqual({ minute: null, recent: null, moved: false })
    await uses.flush()
    expect(await useOf(id)).toEqual({ minute: true, recent: true, moved: true })
  })

  test('does not revive an idle session', async () => {
    const { id, hash } = await withIdle('-1 second')
    await use(hash)
    expect(await useOf(id)).toEqual({ minute: null, recent: null, moved: false })
  })

  test('moves an idle limit below four minutes within the minute too', async () => {
    const { id, hash } = await withIdle('1 second')
    const used = `update sessions set idle_seconds = 60, last_used_at = date_trunc('minute', now()) where id = $1`
    await sql(database, used, [id])
    await use(hash)
    const moved = `select idle_expires_at > now() + interval '30 seconds' as moved from sessions where id = $1`
    expect(await sql(database, moved, [id])).toEqual([{ moved: true }])
  })

  test('is written at the next use after a failure', async () => {
    const { id, hash } = await withIdle('1 minute')
    let failures = 1
    const failing: Queryable = {
      async run(statement, values) {
        if (failures-- > 0) throw new Error('gone')
        return database.run(statement, values)
      },
    }
    const uses = new LastUses(failing, silent, sessionUse)
    for (const moved of [false, true]) {
      uses.note(hash)
      await uses.flush()
      expect(await useOf(id)).toMatchObject({ moved })
    }
  })

  test('of a secret is written to the minute', async () => {
    const hash = hashToken('cgs_used')
    const insertion = `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ('web', decode($1, 'hex'))`
    await sql(database, insertion, [hash])
    await use(hash, secretUse)
    const used = `select last_used_at = date_trunc('minute', last_used_at) as minute
      from touchpoint_secrets where secret_hash = decode($1, 'hex')`
    expect(await sql(database, used, [hash])).toEqual([{ minute: true }])
  })
})

describe('a session', () => {
  test('has a token of 256 random bits, which is not stored', async () => {
    const [one, two] = [await issueSession(database, olga), await issueSession(database, olga)]
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32)
    expect(one.token).not.toBe(two.token)
    const kept = await sql<{ row: string }>(database, 'select s::text as row from sessions s')
    expect([kept.some(({ row }) => row.includes(one.token)), await isLive(one.token)]).toEqual([false, true])
  })

  test('expires after 12 hours by default', async () => {
    const hours = async (wanted: object) => {
      const { id, expiresAt } = await issueSession(database, { ...olga, ...wanted })
      const session = (await listSessions(database)).find((listed) => listed.id === id)!
      expect(session.expiresAt).toEqual(expiresAt)
      return (expiresAt.getTime() - session.createdAt.getTime()) / 3_600_000
    }
    expect([await hours({}), await hours({ hours: 0.5 })]).toEqual([12, 0.5])
  })

  test('belongs to the person with this address, ignoring letter case', async () => {
    const { id } = await issueSession(database, { touchpoint: 'web', login: 'PARTY', email: 'PAULA@example.com' })
    expect((await listSessions(database)).find((session) => session.id === id)).toMatchObject({
      login: 'PARTY',
      email: 'paula@example.com',
      touchpoint: 'web',
      state: 'live',
    })
  })

  test.each([
    ['of an unknown touchpoint', { ...olga, touchpoint: 'Desk' }, 'There is no touchpoint "Desk".'],
    ['of an unknown person', { ...olga, email: 'nobody' }, 'There is no operator "nobody".'],
    ['of a person of another kind', { ...olga, login: 'PARTY' }, 'There is no party "olga@example.com".'],
  ] as const)('%s is refused', async (_claim, wanted, message) => {
    const before = await listSessions(database)
    await expect(issueSession(database, wanted)).rejects.toThrow(new NotFoundError(message))
    expect(await listSessions(database)).toEqual(before)
  })

  test.each([
    ['oona@example.com', 'blocked'],
    ['otto@example.com', 'inactive'],
  ])('of %s is created but rejected: the person is %s', async (email, reason) => {
    const { id, token, refusedBecause } = await issueSession(database, { ...olga, email })
    expect([refusedBecause, await stateOf(id), await isLive(token)]).toEqual([reason, reason, false])
  })

  test('is invalid once it has expired', async () => {
    const { id, token } = await issueSession(database, olga)
    await sql(database, `update sessions set expires_at = now() where id = $1`, [id])
    expect([await stateOf(id), await isLive(token)]).toEqual(['expired', false])
  })

  test('is invalid once it is revoked, and stays revoked', async () => {
    const { id, token } = await issueSession(database, olga)
    const revokedAt = () => sql(database, 'select revoked_at from sessions where id = $1', [id])
    await revokeSessionsById(database, [id])
    expect([await stateOf(id), await isLive(token)]).toEqual(['revoked', false])
    const before = await revokedAt()
    await revokeSessionsById(database, [id.toUpperCase()])
    expect(await revokedAt()).toEqual(before)
  })

  test('that does not exist cannot be revoked', async () => {
    for (const id of ['x', '', '00000000-0000-0000-0000-000000000000']) {
      await expect(revokeSessionsById(database, [id])).rejects.toThrow(NotFoundError)
    }
  })

  test('is not revoked together with unknown ones, which are all named', async () => {
    const [one, other] = [await issueSession(database, olga), await issueSession(database, olga)]
    const unknown = ['x', '00000000-0000-0000-0000-000000000000']
    const message = `There is no session "x", "${unknown[1]}". No session was revoked.`
    await expect(revokeSessionsById(database, [one.id, ...unknown, other.id])).rejects.toThrow(message)
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['live', 'live'])
  })

  test('is revoked together with others, each of them once', async () => {
    const [one, other] = [await issueSession(database, olga), await issueSession(database, olga)]
    const ids = [one.id, other.id]
    expect(await revokeSessionsById(database, [...ids, one.id.toUpperCase()])).toEqual(ids)
    expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['revoked', 'revoked'])
  })

  test('is revoked with all others', async () => {
    const { id, token } = await issueSession(database, olga)
    expect(await revokeAllSessions(database)).toContain(id)
    expect(await isLive(token)).toBe(false)
    expect((await listSessions(database)).filter(({ state }) => state !== 'revoked')).toEqual([])
    expect(await revokeAllSessions(database)).toEqual([])
    expect(await sql(database, 'select code from touchpoints where sessions_revoked_at is null')).toEqual([])
  })
})
