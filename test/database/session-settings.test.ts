import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Session } from '../../src/auth/sessions/session.entity.ts'
import { issueSession, listSessions } from '../../src/auth/sessions/command-sessions.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/open-database.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { createPostgresDatabase, databaseKind, sql } from '../support/database/database.ts'
import { hasPgBouncer, pgBouncerUntilEnd } from '../support/database/pgbouncer.ts'
import { proxyUntilEnd } from '../support/database/proxy.ts'
import { sampled } from '../support/sampled.ts'

const limits = { lockTimeout: '1s', statementTimeout: '1800ms' }
const inForce = { isolation: 'read committed', dateStyle: 'ISO, MDY', timeZone: 'UTC', jit: 'off', ...limits }
const settings = statement(
  `select current_setting('transaction_isolation') as isolation, current_setting('DateStyle') as date_style,
    current_setting('TimeZone') as time_zone, current_setting('jit') as jit,
    current_setting('lock_timeout') as lock_timeout,
    current_setting('statement_timeout') as statement_timeout`,
  {
    isolation: 'text',
    dateStyle: 'text',
    timeZone: 'text',
    jit: 'text',
    lockTimeout: 'text',
    statementTimeout: 'text',
  },
)

/** Settings of a role with which dates, conflicts and the time of statements would differ. */
const unusual = {
  datestyle: `'German, DMY'`,
  timezone: `'Europe/Amsterdam'`,
  jit: 'on',
  default_transaction_isolation: 'serializable',
  lock_timeout: '0',
  statement_timeout: '0',
}

type Connection = [how: string, throughPooler: (url: string) => Promise<string>]

const connections: Connection[] = [
  ['directly', async (url) => url],
  ['through a pooler that rejects startup options', async (url) => (await proxyWith('reject', url)).url],
  ['through a pooler that drops startup options', async (url) => (await proxyWith('drop', url)).url],
  // All clients share one connection.
  ...(hasPgBouncer
    ? [['through PgBouncer', (url) => pgBouncerUntilEnd(url, { poolSize: 1 })] satisfies Connection]
    : []),
]

async function proxyWith(how: 'reject' | 'drop', url: string) {
  const proxy = await proxyUntilEnd(url)
  proxy.treatOptions(how)
  return proxy
}

describe.runIf(databaseKind === 'postgresql').each(sampled(connections, 2))(
  'a database that is opened %s',
  (_how, connect) => {
    const role = `odd_${randomBytes(6).toString('hex')}`
    let url: string
    let administrator: Database
    let database: Database
    beforeAll(async () => {
      const own = await createPostgresDatabase('demo')
      administrator = await openDatabase({ kind: 'postgresql', url: own, poolSize: 1, preparedStatements: true })
      await sql(administrator, `create role ${role} login superuser`)
      for (const [name, value] of Object.entries(unusual)) {
        await sql(administrator, `alter role ${role} set ${name} = ${value}`)
      }
      url = await connect(Object.assign(new URL(own), { username: role }).href)
      const store = { kind: 'postgresql' as const, url, poolSize: 2, preparedStatements: false }
      database = await openDatabase({ ...store, queryTimeoutMs: 2_000 })
    })
    afterAll(async () => {
      await database.close()
      await reconnect()
      await sql(administrator, `drop role ${role}`)
      await administrator.close()
    })
    const reconnect = () =>
      sql(administrator, `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
    test('has its settings in every statement and transaction, also on new connections', async () => {
      const all = () => Promise.all([database.run(settings), database.run(settings)])
      expect(await all()).toEqual([[inForce], [inForce]])
      expect(await database.transaction(({ run }) => run(settings))).toEqual([inForce])
      await reconnect()
      await expect.poll(() => all().catch(() => null)).toEqual([[inForce], [inForce]])
      expect(await database.transaction(({ run }) => run(settings))).toEqual([inForce])
    })
    test('connects even if MikroORM is the first to use it', async () => {
      const another = await openDatabase({ kind: 'postgresql', url, poolSize: 1, preparedStatements: false })
      expect(await another.orm.em.fork().count(Session)).toBeGreaterThan(0)
      await another.close()
    })
    test('waits a second for a lock, also after a new connection', async () => {
      await reconnect()
      await expect.poll(() => database.run(settings).catch(() => null)).toEqual([inForce])
      const locked = administrator.transaction(async (holder) => {
        await holder.run(statement(`select from persons where email = 'olga@example.com' for update`))
        const selection = `select from persons where email = 'olga@example.com' for update`
        return database.run(statement(selection)).catch((error: unknown) => error)
      })
      expect(await locked).toMatchObject({ code: 'UNAVAILABLE', cause: { code: '55P03' } })
    })
    test('leaves the sessions of other clients as they are', async () => {
      await database.run(settings)
      await database.transaction(({ run }) => run(settings))
      const other = new pg.Client({ connectionString: url })
      await other.connect()
      const { rows } = await other.query({ text: settings.text, values: [] })
      // Longer than the service's statements may take.
      await other.query('select pg_sleep(2.5)')
      await other.end()
      expect(rows).toMatchObject([{ isolation: 'serializable', lock_timeout: '0', statement_timeout: '0' }])
    })
    test.each([
      '0001-01-01T00:00:00.000Z',
      '0050-02-03T04:05:06.789Z',
      '0099-12-31T23:59:59.000Z',
      // Amsterdam was 19 minutes and 32 seconds ahead.
      '1850-02-03T04:05:06.000Z',
      '2026-02-03T04:05:06.789Z',
      '9999-12-31T23:59:59.999Z',
    ])('returns %s as it was imported', async (createdAt) => {
      const [row] = await sql<{ id: number }>(database, 'select max(id) + 1 as id from cases')
      const codes = { typeCode: 'REFUND', categoryCode: 'BILLING', status: 'Open', resolution: 'Unresolved' }
      const caseData = { amount: 1, invoiceCount: 1, goodwill: false }
      await importData(database, { cases: [{ id: row!.id, ...codes, caseData, createdAt, updatedAt: createdAt }] })
      const [stored] = await sql<{ at: Date }>(database, 'select created_at as at from cases where id = $1', [row!.id])
      expect(stored!.at.toISOString()).toBe(createdAt)
    })
    test('creates and lists sessions with their times', async () => {
      const holder = { touchpoint: 'desk', login: 'OPERATOR', email: 'olga@example.com' } as const
      const { id, expiresAt } = await issueSession(database, holder)
      expect((await listSessions(database)).find((session) => session.id === id)).toMatchObject({ expiresAt })
      expect(Math.abs(expiresAt.getTime() - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000)
    })
  },
)
