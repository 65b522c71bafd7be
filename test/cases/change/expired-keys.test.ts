import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { ExpiredKeys } from '../../../src/cases/change/expired-keys.ts'
import type { Database } from '../../../src/database/database.ts'
import type { Queryable, Statement } from '../../../src/database/statement.ts'
import { databaseKind, emptyDatabase, sql } from '../../support/database/database.ts'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
})
beforeEach(() => sql(database, 'delete from idempotency_keys'))

const silent = pino({ level: 'silent' })

function addKeys(count: number, age: string): Promise<unknown> {
  return sql(
    database,
    `insert into idempotency_keys (token_hash, key, request_hash, created_at)
    select '\\x01', $1 || i, '\\x02', now() - $1::interval from generate_series(1, $2::int) i`,
    [age, count],
  )
}

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
    await new ExpiredKeys(queryable, silent).remove()
    expect(await countKeys()).toBe(3)
    expect(queryable.runs).toBe(3)
  })

  test('are removed by a timer until it is closed', async () => {
    const keys = new ExpiredKeys(database, silent, { intervalMs: 1 })
    keys.start()
    await addKeys(1, '25:00')
    await expect.poll(countKeys).toBe(0)
    await keys.close()
    await addKeys(1, '25:00')
    await keys.remove()
    expect(await countKeys()).toBe(1)
  })

  test('are not removed further once it closes', async () => {
    await addKeys(1_500, '25:00')
    const keys: ExpiredKeys = new ExpiredKeys(
      counting(async () => void keys.close()),
      silent,
    )
    await keys.remove()
    expect(await countKeys()).toBe(500)
  })

  test('are removed the next time after a failure', async () => {
    await addKeys(1, '25:00')
    let failures = 1
    const failing = counting(async () => {
      if (failures-- > 0) throw new Error('gone')
    })
    const keys = new ExpiredKeys(failing, silent)
    await keys.remove()
    expect(await countKeys()).toBe(1)
    await keys.remove()
    expect(await countKeys()).toBe(0)
  })

  test.runIf(databaseKind === 'postgresql')('that are locked are passed over', async () => {
    await addKeys(10, '25:00')
    await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: `select from idempotency_keys where key like '%5' for update` })
      await new ExpiredKeys(database, silent).remove()
      expect(await countKeys()).toBe(1)
    })
    await new ExpiredKeys(database, silent).remove()
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
