import pg from 'pg'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { expiredEvents } from '../../src/feed/expired-events.ts'
import { moveEvents } from '../../src/feed/move-events.ts'
import { createServices } from '../../src/server.ts'
import { readConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { afterFile } from '../support/cleanup.ts'
import { emptyDatabase, openUntilEnd, sql, urlOf } from '../support/database/database.ts'

const database = await emptyDatabase()
const url = urlOf(database)!

/** A connection beside the pool, for a transaction that stays open. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  afterFile(() => client.end())
  return client
}
const [first, second] = [await connect(), await connect()]

const add = (client: Pick<pg.Client, 'query'>, caseId: number, version = 1) =>
  client.query('insert into case_outbox (case_id, version) values ($1, $2)', [caseId, version])
const commit = (caseId: number, version = 1, on = database) =>
  sql(on, 'insert into case_outbox (case_id, version) values ($1, $2)', [caseId, version])

const relay = (isSweep = false, on: Database = database) =>
  on.transaction((transaction) => moveEvents(transaction, isSweep))

/** The events of the feed in their order, each as "<case>:<version>". Their positions have no gaps. */
async function feed(on: Database = database): Promise<string[]> {
  const rows = await sql<{ position: number; event: string }>(
    on,
    `select position, case_id || ':' || version as event from case_feed order by position`,
  )
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1))
  return rows.map(({ event }) => event)
}

/** The feed after the relay has run. */
async function relayed(): Promise<string[]> {
  await relay()
  return feed()
}

beforeEach(() => sql(database, 'truncate case_outbox, case_feed'))

describe('the relay', () => {
  test('moves what was committed, in the order of commits, once', async () => {
    for (const caseId of [3, 1, 2]) await commit(caseId)
    await relay()
    await commit(1, 2)
    await relay()
    expect(await relayed()).toEqual(['3:1', '1:1', '2:1', '1:2'])
    expect(await sql(database, 'select from case_outbox')).toEqual([])
  })

  test('finds an event whose transaction commits late, and delays no other', async () => {
    await first.query('begin')
    await add(first, 1)
    await commit(2)
    await relay()
    await commit(3)
    expect(await relayed()).toEqual(['2:1', '3:1'])
    await first.query('commit')
    expect(await relayed()).toEqual(['2:1', '3:1', '1:1'])
  })

  test('moves nothing that was rolled back, completely or to a savepoint', async () => {
    await first.query('begin')
    await add(first, 1)
    await first.query('savepoint attempt')
    await add(first, 2)
    await relay()
    await first.query('rollback to attempt')
    await add(first, 3)
    await second.query('begin')
    await add(second, 4)
    await second.query('rollback')
    await first.query('commit')
    expect(await relayed()).toEqual(['1:1', '3:1'])
  })

  test('puts a later version of a case after an earlier one, although its transaction is older', async () => {
    await first.query('begin')
    await first.query('select pg_current_xact_id()')
    await commit(1, 1)
    await commit(2, 1)
    await add(first, 1, 2)
    await first.query('commit')
    await commit(3, 1)
    expect(await relayed()).toEqual(['1:1', '1:2', '2:1', '3:1'])
  })

  test('goes on after a run that was full, with the plan of runs that moved little', async () => {
    // PostgreSQL keeps the plan of the sixth execution.
    for (let id = 1; id <= 8; id++) {
      await commit(id)
      await relay()
    }
    await first.query('begin')
    await add(first, 0)
    await sql(database, 'insert into case_outbox (case_id, version) select i, 1 from generate_series(9, 100009) i')
    expect(await relay()).toMatchObject({ isPartial: true, position: 100_008 })
    await first.query('commit')
    expect(await relay()).toMatchObject({ isPartial: false, position: 100_010 })
    const events = await feed()
    expect(new Set(events).size).toBe(100_010)
    expect(events.slice(-2).toSorted()).toEqual(['0:1', '100009:1'])
  })

  test('runs once at a time in a database, and once in each schema', async () => {
    await commit(1)
    await database.transaction(async (transaction) => {
      expect(await moveEvents(transaction, false)).toMatchObject({ position: 1 })
      await commit(2)
      expect(await relay()).toBeNull()
      const tenant = await openTenant()
      await commit(7, 1, tenant)
      expect(await relay(false, tenant)).toMatchObject({ moved: 1, position: 1 })
    })
    expect(await feed()).toEqual(['1:1'])
    expect(await relayed()).toEqual(['1:1', '2:1'])
  })

  test('loses nothing if a run fails, and repeats nothing', async () => {
    await commit(1)
    const failing = database.transaction(async (transaction) => {
      await moveEvents(transaction, false)
      throw new Error('The process was killed.')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await feed()).toEqual([])
    expect(await relayed()).toEqual(['1:1'])
  })
})

test('what waits for an event ends when its caller leaves', async () => {
  const { feedRelay } = createServices(database, readConfig({}), pino({ level: 'silent' }))
  const leaving = new AbortController()
  const waiting = feedRelay.advanced(0, 3_600_000, leaving.signal)
  leaving.abort()
  expect(await waiting).toBe(false)
})

describe('after a restore in another cluster', () => {
  test('new events are found although the snapshot is of transactions to come', async () => {
    await commit(1)
    await relay()
    await sql(database, `update case_feed set snapshot = '9000000000:9000000000:'`)
    await commit(2)
    expect(await relayed()).toEqual(['1:1', '2:1'])
  })

  test('a sweep moves the rows whose transactions are older than the snapshot', async () => {
    await commit(1)
    await relay()
    await sql(database, `insert into case_outbox values ('3', 2, 1)`)
    expect(await relayed()).toEqual(['1:1'])
    await relay(true)
    await commit(3)
    expect(await relayed()).toEqual(['1:1', '2:1', '3:1'])
  })
})

describe('the retention', () => {
  const expire = () => sql<{ removed: number }>(database, expiredEvents(30).text)

  test('goes by the time when an event was added to the feed, and keeps the last one', async () => {
    for (const caseId of [1, 2, 3]) await commit(caseId)
    await relay()
    const age = (condition: string) =>
      sql(database, `update case_feed set relayed_at = now() - interval '31 days' where ${condition}`)
    await age('position = 1')
    expect(await expire()).toMatchObject([{ removed: 1 }])
    await age('true')
    expect(await expire()).toMatchObject([{ removed: 1 }])
    expect(await expire()).toMatchObject([{ removed: 0 }])
    await commit(4)
    await relay()
    expect(await sql(database, 'select position::int, case_id::int from case_feed order by position')).toEqual([
      { position: 3, caseId: 3 },
      { position: 4, caseId: 4 },
    ])
  })
})

async function openTenant(): Promise<Database> {
  await sql(database, 'create schema if not exists tenant')
  const address = new URL(url)
  address.searchParams.set('options', '-c search_path=tenant')
  const tenant = await openUntilEnd(address.href, { poolSize: 2 })
  await migrate(tenant)
  return tenant
}
