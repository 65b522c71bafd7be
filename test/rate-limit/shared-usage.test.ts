import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../src/auth/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import type { Queryable } from '../../src/database/statement.ts'
import { addUsage, deleteOldUsage, usageKey } from '../../src/rate-limit/limit-usage.ts'
import { RateLimit } from '../../src/rate-limit/rate-limit.ts'
import { SharedUsage, type UsageWindow } from '../../src/rate-limit/shared-usage.ts'
import { emptyDatabase, sql } from '../support/database/database.ts'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
})
beforeEach(() => sql(database, 'delete from limit_usage'))

const keyOf = (text: string) => hashToken(text)
const [one, other] = [keyOf('one'), keyOf('other')]
const add = async (key: string, used: number, msLeft = 60_000) => {
  const [total] = await addUsage(database, [{ key, used, msLeft }])
  return total!
}
const isAbout = (ms: number) => (left: number) => left > ms - 5_000 && left <= ms
const rows = () => sql<{ used: number }>(database, 'select used from limit_usage order by used')
/** Moves the rows into the past, as if the time had passed. */
const pass = (seconds: number) =>
  sql(database, `update limit_usage set ends_at = ends_at - make_interval(secs => ${seconds})`)

describe('the usage of all processes', () => {
  test('is added up by key, and the first process sets the end of the window', async () => {
    expect(await add(one, 4, 30_000)).toMatchObject({ ordinal: 1, used: 4, msLeft: expect.toSatisfy(isAbout(30_000)) })
    expect(await add(other, 7)).toMatchObject({ used: 7, msLeft: expect.toSatisfy(isAbout(60_000)) })
    expect(await add(one, 5, 60_000)).toMatchObject({ used: 9, msLeft: expect.toSatisfy(isAbout(30_000)) })
  })

  test('starts at zero in the next window', async () => {
    await add(one, 4, 30_000)
    await pass(95)
    expect(await add(one, 1, 60_000)).toMatchObject({ used: 1, msLeft: expect.toSatisfy(isAbout(60_000)) })
  })

  test('starts where the last window ended, even if a process started to count before', async () => {
    await add(one, 4, 60_000)
    await pass(70)
    expect(await add(one, 3, 5_000)).toMatchObject({ used: 3, msLeft: expect.toSatisfy(isAbout(50_000)) })
  })

  test('may exceed 32 bits', async () => {
    await add(one, 2_000_000_000)
    expect(await add(one, 2_000_000_000)).toMatchObject({ used: 4_000_000_000 })
  })

  test('is added up if one statement has a key twice', async () => {
    const usage = [one, other, one].map((key, index) => ({ key, used: index + 1, msLeft: 60_000 }))
    const totals = await addUsage(database, usage)
    expect(totals.sort((a, b) => a.ordinal - b.ordinal).map(({ used }) => used)).toEqual([4, 2, 4])
  })

  test('is written by many processes at once, in any order, without a deadlock', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => keyOf(`${index}`))
    const usage = keys.map((key) => ({ key, used: 1, msLeft: 60_000 }))
    const all = Array.from({ length: 12 }, (_, index) => addUsage(database, index % 2 ? usage : usage.toReversed()))
    await Promise.all([...all, deleteOldUsage(database)])
    expect(new Set((await rows()).map(({ used }) => used))).toEqual(new Set([12]))
  })

  test('is deleted a minute after its end, except for rows that are being written', async () => {
    await add(keyOf('a'), 1)
    await add(keyOf('b'), 2)
    await pass(130)
    await add(one, 3, 60_000)
    await pass(50 + 60)
    await add(other, 4)
    await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'update limit_usage set used = 2 where used = 2' })
      await deleteOldUsage(database)
      expect(await rows()).toEqual([{ used: 2 }, { used: 3 }, { used: 4 }])
    })
    await deleteOldUsage(database)
    expect(await rows()).toEqual([{ used: 3 }, { used: 4 }])
  })
})

describe('a process that shares its usage', () => {
  let now = 1_000
  let lines: { level: number; msg: string }[] = []
  let sharedUsage: SharedUsage
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const windowOf = (values: Partial<UsageWindow>): UsageWindow => ({
    key: 'session a',
    used: 0,
    shared: 0,
    endsAt: now + 60_000,
    ...values,
  })

  beforeEach(() => {
    lines = []
    sharedUsage = new SharedUsage(database, log, () => now)
  })

  async function share(...windows: UsageWindow[]): Promise<void> {
    for (const window of windows) sharedUsage.add(window)
    await sharedUsage.exchange()
  }

  test('sends its counts since the last exchange, and receives the counts of the others', async () => {
    const [mine, theirs] = [windowOf({ used: 5 }), windowOf({ used: 20, endsAt: now + 30_000 })]
    await share(theirs)
    await share(mine)
    expect(mine).toMatchObject({ used: 25, shared: 25 })
    expect(mine.endsAt - now).toSatisfy(isAbout(30_000))
    mine.used += 2
    await share(mine)
    theirs.used++
    await share(theirs)
    expect(theirs).toMatchObject({ used: 28, shared: 28 })
    expect(await rows()).toEqual([{ used: 28 }])
  })

  test('keeps the keys of different limits apart', async () => {
    await share(windowOf({ used: 1 }), windowOf({ key: 'touchpoint a', used: 2 }))
    expect(await rows()).toEqual([{ used: 1 }, { used: 2 }])
  })

  test('sends nothing of a window that has ended', async () => {
    await share(windowOf({ used: 1, endsAt: now }))
    expect(await rows()).toEqual([])
  })

  test('sends at most 1,000 windows at once, and the rest next time', async () => {
    await share(...Array.from({ length: 1_100 }, (_, index) => windowOf({ key: `session ${index}`, used: 1 })))
    expect(await rows()).toHaveLength(1_000)
    await share()
    expect(await rows()).toHaveLength(1_100)
  })

  test('continues with its own count if the database has lost its rows', async () => {
    const mine = windowOf({ used: 5 })
    await share(mine)
    await sql(database, 'delete from limit_usage')
    mine.used += 2
    await share(mine)
    expect(await rows()).toEqual([{ used: 2 }])
    expect(mine).toMatchObject({ used: 7, shared: 7 })
  })

  test('logs the first failure and the recovery, and pauses for ten seconds', async () => {
    await sql(database, 'alter table limit_usage rename to away')
    const mine = windowOf({ used: 5 })
    await share(mine)
    now += 9_999
    await share()
    expect(sharedUsage.failures).toBe(1)
    now += 1
    await share()
    expect(sharedUsage.failures).toBe(2)
    expect(mine).toMatchObject({ used: 5, shared: 0 })
    await sql(database, 'alter table away rename to limit_usage')
    now += 10_000
    await share()
    expect(mine.shared).toBe(5)
    expect(lines).toMatchObject([
      { level: 40, msg: 'Rate limits are not shared between processes: each process counts on its own.' },
      { level: 30, msg: 'Rate limits are shared between processes again.' },
    ])
  })

  test('deletes old rows two minutes after the last exchange, even if there are no more requests', async () => {
    await share(windowOf({ used: 5 }))
    await pass(130)
    now += 119_999
    await share()
    expect(await rows()).toEqual([{ used: 5 }])
    now += 1
    await share()
    expect(await rows()).toEqual([])
  })

  test('sends nothing after it was closed', async () => {
    sharedUsage.start()
    sharedUsage.add(windowOf({ used: 5 }))
    await sharedUsage.close()
    const another = new SharedUsage(database, log, () => now)
    another.start()
    const later = windowOf({ key: 'session b', used: 6 })
    another.add(later)
    await expect.poll(() => later.shared).toBe(6)
    await another.close()
    expect(await rows()).toEqual([{ used: 6 }])
  })

  test('waits for the running exchange before it closes, even if another one was asked for', async () => {
    const [hasStarted, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowly: Queryable = {
      ...database,
      async run(statement, values) {
        hasStarted.resolve()
        await mayGoOn.promise
        return database.run(statement, values)
      },
    }
    sharedUsage = new SharedUsage(slowly, log, () => now)
    const window = windowOf({ used: 5 })
    sharedUsage.add(window)
    const exchanges = [sharedUsage.exchange()]
    await hasStarted.promise
    exchanges.push(sharedUsage.exchange())
    const closed = sharedUsage.close().then(() => window.shared)
    await new Promise(setImmediate)
    mayGoOn.resolve()
    expect(await closed).toBe(5)
    await Promise.all(exchanges)
  })

  describe('with a limit', () => {
    const maximum = 40
    let limit: RateLimit
    /** The number of the request in its window; 41 if it is rejected. */
    const request = () => {
      const { remaining, isExceeded } = limit.count('a')
      return isExceeded ? maximum + 1 : maximum - remaining
    }
    const requests = (times: number) => Array.from({ length: times }, request).at(-1)

    beforeEach(() => {
      limit = new RateLimit({ name: 'session', maximum, now: () => now, sharedUsage })
    })

    test('shares a window from a twentieth of the limit', async () => {
      requests(1)
      await share()
      expect(await rows()).toEqual([])
      requests(1)
      await share()
      expect(await rows()).toEqual([{ used: 2 }])
    })

    test('counts the requests of the other processes', async () => {
      await add(usageKey('session a'), 30)
      requests(5)
      await share()
      expect(request()).toBe(36)
    })

    test('does not share rejected requests', async () => {
      expect(requests(100)).toBe(41)
      await share()
      expect(await rows()).toEqual([{ used: 40 }])
    })

    test('shares each window by itself', async () => {
      requests(5)
      await share()
      await pass(60)
      now += 60_000
      expect(requests(3)).toBe(3)
      await share()
      expect(await rows()).toEqual([{ used: 3 }])
    })

    test('adds nothing of a window that ended during the exchange to the next one', async () => {
      requests(2)
      await add(usageKey('session a'), 9)
      let exchange: Promise<void> | undefined
      await database.transaction(async (transaction) => {
        await transaction.run({ name: '', text: 'lock table limit_usage in access exclusive mode' })
        const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'relation'`
        exchange = share()
        await expect.poll(() => transaction.run({ name: '', text: waiting })).toEqual([{ count: 1 }])
        now += 60_000
        expect(request()).toBe(1)
      })
      await exchange
      expect(request()).toBe(2)
      await share()
      // The database is still in the previous window, which counted 9 + 2.
      expect(request()).toBe(14)
    })
  })
})
