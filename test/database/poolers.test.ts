import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { runChecks } from '../../src/doctor/doctor.ts'
import { hasPgBouncer, pgBouncerUntilEnd, supportsPreparedStatements } from '../support/database/pgbouncer.ts'
import { createPostgresDatabase, databaseKind, openUntilEnd, sql } from '../support/database/database.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { runCasegate, startServe } from '../support/server/process.ts'

const isPossible = databaseKind === 'postgresql' && hasPgBouncer
const setting = /PREPARED_STATEMENTS=off.*max_prepared_statements/

const pooled = async (options: Parameters<typeof pgBouncerUntilEnd>[1]) =>
  pgBouncerUntilEnd(await createPostgresDatabase('demo'), options)

describe.runIf(isPossible)('behind PgBouncer in transaction mode without prepared statements', () => {
  test('every request is answered, and the log and doctor name the setting', { tags: ['nightly'] }, async () => {
    const DATABASE_URL = await pooled({ preparedStatements: false, poolSize: 8 })
    const env = { DATABASE_URL, PORT: '0', RATE_LIMIT: 'off' }
    const serve = [startServe(env), startServe(env)]
    const urls = await Promise.all(serve.map(({ url }) => url))
    const send = async (index: number): Promise<number> => {
      const path = ['/api/v4/cases/1001', '/api/v4/cases', '/api/v4/viewer', '/api/v4/groups'][index % 4]!
      const headers = { 'content-type': 'application/json', ...credentialHeaders(olga) }
      const body = { categoryCode: 'BILLING', typeCode: 'REFUND', status: 'Open', comments: ['Looking into it.'] }
      const change = { method: 'PUT', body: JSON.stringify(body) }
      return (await fetch(urls[index % 3 && 1]! + path, { headers, ...(index % 4 === 0 && change) })).status
    }
    const statuses = await Promise.all(Array.from({ length: 80 }, (_, index) => send(index)))
    expect(statuses.filter((status) => status >= 400)).toEqual([])
    // A process that reads the feed does not wait for a run of the relay that began before the last change.
    const updates = async () => {
      const feed = await fetch(`${urls[0]}/api/v4/events`, { headers: credentialHeaders(olga) })
      const { events } = (await feed.json()) as { events: { sequence: number; kind: string }[] }
      return events.filter(({ kind }) => kind === 'UPDATED').map(({ sequence }) => sequence)
    }
    await expect.poll(async () => (await updates()).length).toBe(20)
    const [first = 0, ...others] = await updates()
    expect(others).toEqual(Array.from({ length: 19 }, (_, index) => first + index + 1))
    for (const { output, child, exited } of serve) {
      expect(output().match(/does not support prepared statements/g)).toHaveLength(1)
      expect(output()).toMatch(setting)
      child.kill('SIGTERM')
      expect(await exited).toBe(0)
    }
    const { stdout } = await runCasegate(['doctor'], { env: { DATABASE_URL } })
    expect(stdout).toMatch(/does not support prepared statements/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(setting)
    const off = await runCasegate(['doctor'], { env: { DATABASE_URL, PREPARED_STATEMENTS: 'off' } })
    expect(off.stdout).not.toMatch(/does not support prepared statements/)
  })
})

test.runIf(databaseKind === 'postgresql')('a name that is mixed up later fails no statement', async () => {
  const url = await createPostgresDatabase('demo')
  const read = statement('select nextval($1)::int as number', { number: 'int' })
  const write = { ...statement(`select nextval('pooled')::int as number`, { number: 'int' }), writes: true }
  await sql(await open(), 'create sequence pooled')
  const unprepared = await open()
  const numbers = [await unprepared.run(read, ['pooled']), await unprepared.run(write)].flat()
  expect(numbers).toEqual([{ number: 1 }, { number: 2 }])
  await sql(unprepared, 'deallocate all')
  await expectAnswers(unprepared, 3)
  const taken = await open()
  for (const { name } of [read, write]) await sql(taken, `prepare "${name}" as select 2`)
  await expectAnswers(taken, 5)

  async function expectAnswers(database: Database, number: number) {
    expect(database.lacksPreparedStatements?.()).toBe(false)
    expect([await database.run(write), database.lacksPreparedStatements?.()]).toEqual([[{ number }], true])
    expect(await database.run(read, ['pooled'])).toEqual([{ number: number + 1 }])
  }

  function open() {
    return openUntilEnd(url, { poolSize: 1 })
  }
})

const supported: [string, Parameters<typeof pgBouncerUntilEnd>[1]][] = [
  ['in session mode', { mode: 'session', preparedStatements: false }],
  ...(supportsPreparedStatements() ? [['in transaction mode', {}] satisfies [string, object]] : []),
]

test.runIf(isPossible).each(supported)('behind PgBouncer %s, prepared statements are used', async (_mode, options) => {
  const database = await openUntilEnd(await pooled(options), { poolSize: 2 })
  const results = await Array.fromAsync(runChecks(database, { deep: false, poolSize: 2, explain: String }))
  expect(results).toContainEqual({ check: 'pooler', level: 'ok', message: 'Prepared statements work, or are off.' })
  const names = statement(`select count(*)::int as count from pg_prepared_statements where name not like '%probe%'`, {
    count: 'int',
  })
  expect((await database.run(names))[0]!.count).toBeGreaterThan(0)
})
