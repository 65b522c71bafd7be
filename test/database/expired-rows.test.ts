import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { expiredSessions } from '../../src/auth/sessions/stored-sessions.ts'
import { expiredKeys } from '../../src/mutation/stored-answers.ts'
import type { Database } from '../../src/database/database.ts'
import { expiredIdentities } from '../../src/auth/issuer/erased-identities.ts'
import { ExpiredRows } from '../../src/database/expired-rows.ts'
import type { Queryable, Statement } from '../../src/database/statements/statement.ts'
import { databaseKind, emptyDatabase, sql } from '../support/database/database.ts'

let database: Database
beforeAll(async () => (database = await emptyDatabase()))
beforeEach(() => sql(database, 'delete from idempotency_keys'))

const silent = pino({ level: 'silent' })

const addKeys = (count: number, age: string): Promise<unknown> =>
  sql(
    database,
    `insert into idempotency_keys (token_hash, key, request_hash, created_at)
    select '\\x01', $1 || i, '\\x02', now() - $1::interval from generate_series(1, $2::int) i`,
    [age, count],
  )

async function countKeys(): Promise<number> {
  const [row] = await sql<{ count: number }>(database, 'select count(*)::int from idempotency_keys')
  return row?.count ?? 0
}

/** The number of statements that ran. */
function counting(work?: () => Promise<unknown>): Queryable & { runs: number } {
  return {
    runs: 0,
    async run<Row>(statement: Statement<Row>, values?: readonly unknown[]) {
      this.runs++
      await work?.()
      return database.run(statement, values)
    },
  }
}

describe('expired keys', () => {
  test('are removed a thousand at a time, and no others', async () => {
    await addKeys(2_500, '24:00:01')
    await addKeys(3, '23:59:00')
    const queryable = counting()
    await new ExpiredRows(queryable, silent, [expiredKeys]).run()
    expect([await countKeys(), queryable.runs]).toEqual([3, 3])
  })

  test('are removed by a timer until it is closed', async () => {
    const keys = new ExpiredRows(database, silent, [expiredKeys], { intervalMs: 1 })
    keys.start()
    await addKeys(1, '25:00')
    await expect.poll(countKeys).toBe(0)
    await keys.close()
    await addKeys(1, '25:00')
    await keys.run()
    expect(await countKeys()).toBe(1)
  })

  test('are not removed further once it closes', async () => {
    await addKeys(1_500, '25:00')
    const closing = counting(async () => void keys.close())
    const keys: ExpiredRows = new ExpiredRows(closing, silent, [expiredKeys])
    await keys.run()
    expect(await countKeys()).toBe(500)
  })

  test('are removed the next time after a failure', async () => {
    await addKeys(1, '25:00')
    let failures = 1
    const failing = counting(async () => {
      if (failures-- > 0) throw new Error('gone')
    })
    const keys = new ExpiredRows(failing, silent, [expiredKeys])
    await keys.run()
    expect(await countKeys()).toBe(1)
    await keys.run()
    expect(await countKeys()).toBe(0)
  })

  test.runIf(databaseKind === 'postgresql')('that are locked are passed over', async () => {
    await addKeys(10, '25:00')
    await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: `update idempotency_keys set answer = 'null' where key like '%5'` })
      await new ExpiredRows(database, silent, [expiredKeys]).run()
      expect(await countKeys()).toBe(1)
    })
    await new ExpiredRows(database, silent, [expiredKeys]).run()
    expect(await countKeys()).toBe(0)
  })

  test.runIf(databaseKind === 'postgresql')('are found by an index', async () => {
    const explain = `explain select ctid from idempotency_keys
      where created_at < statement_timestamp() - interval '24 hours' order by created_at limit 1000 for update skip locked`
    await addKeys(5_000, '00:01')
    await sql(database, 'analyze idempotency_keys')
    const plan = await sql<Record<string, string>>(database, explain)
    expect(JSON.stringify(plan)).toContain('idempotency_keys_created_at_index')
  })
})

describe('expired sessions', () => {
  /** The lifetime of each session ended this long ago. */
  async function addSessions(origin: string, name: string, age: string | null, change = 'revoked_at = null') {
    const twoSessions = `insert into sessions (token_hash, touchpoint_code, person_id, origin, subject, expires_at)
      select sha256(convert_to($1::text || $2 || i, 'UTF8')), 'web', (select min(id) from persons), $1, $2, now() - $3::interval
      from generate_series(1, 2) i`
    await sql(database, twoSessions, [origin, name, age])
    await sql(database, `update sessions set ${change} where origin = $1 and subject = $2`, [origin, name])
  }

  beforeAll(async () => {
    await sql(database, `insert into touchpoints (code, name, all_type_categories) values ('web', 'Web', false)`)
    const somebody = `insert into persons (kind, email, email_key, firstname, active, blocked)
      values ('PARTY', 'a@example.com', 'a@example.com', 'A', true, false)`
    await sql(database, somebody)
  })

  test('of secrets and issuers are removed seven days after their lifetime', async () => {
    const week = '7 days 00:00:01'
    for (const origin of ['SECRET', 'ISSUER', 'COMMAND']) {
      await addSessions(origin, 'old', week)
      await addSessions(origin, 'old, revoked', week, 'revoked_at = now()')
      await addSessions(origin, 'old, idle', week, 'idle_seconds = 60, idle_expires_at = now()')
      await addSessions(origin, 'young', '6 days 23:59:00')
      await addSessions(origin, 'live', '-01:00')
      await addSessions(origin, 'without end', null)
    }
    const queryable = counting()
    await new ExpiredRows(queryable, silent, [expiredKeys, expiredSessions]).run()
    expect(queryable.runs).toBe(2)
    const query = 'select distinct origin, subject from sessions order by origin, subject'
    const kept = await sql<{ origin: string; subject: string }>(database, query)
    const young = ['live', 'without end', 'young']
    const old = ['old', 'old, idle', 'old, revoked']
    const all = { COMMAND: [...young, ...old].toSorted(), ISSUER: young, SECRET: young }
    expect(kept).toEqual(
      Object.entries(all).flatMap(([origin, subjects]) => subjects.map((subject) => ({ origin, subject }))),
    )
  })

  test.runIf(databaseKind === 'postgresql')('are found by an index', async () => {
    const insertion = `insert into sessions (token_hash, touchpoint_code, person_id, origin, expires_at)
      select sha256(int4send(i)), 'web', (select min(id) from persons), 'SECRET', now() from generate_series(1, 5000) i`
    await sql(database, insertion)
    await sql(database, 'analyze sessions')
    const plan = await sql(database, `explain ${expiredSessions.text}`)
    expect(JSON.stringify(plan)).toContain('sessions_expires_at_index')
  })
})

test('what identified an erased person is removed when no JWT that was issued before can be valid', async () => {
  const add = `insert into erased_identities (hash, erased_at)
    values ('\\x01', now() - interval '25:00:01'), ('\\x02', now() - interval '24:00:31')`
  await sql(database, add)
  await new ExpiredRows(database, silent, [expiredIdentities]).run()
  expect(await sql(database, `select encode(hash, 'hex') as hash from erased_identities`)).toEqual([{ hash: '02' }])
})
