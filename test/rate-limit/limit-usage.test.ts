import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exchangeUsage, sweepUsage, usageKey } from '../../src/rate-limit/limit-usage.ts'
import { Quota, type Window } from '../../src/rate-limit/quota.ts'
import { RateLimitStore } from '../../src/rate-limit/rate-limit-store.ts'
import { hashToken } from '../../src/auth/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import { databaseKind, emptyDatabase, sql } from '../support/database.ts'

let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
})
beforeEach(() => sql(database, 'delete from limit_usage'))

const nameOf = (text: string) => hashToken(text)
const [one, other] = [nameOf('one'), nameOf('other')]
const tell = async (key: string, used: number, msLeft = 60_000) => {
  const [total] = await exchangeUsage(database, [{ key, used, msLeft }])
  return total!
}
const isAbout = (ms: number) => (left: number) => left > ms - 5_000 && left <= ms
const rows = () => sql<{ used: number }>(database, 'select used from limit_usage order by used')
/** As if so much time had passed. */
const pass = (seconds: number) =>
  sql(database, `update limit_usage set ends_at = ends_at - make_interval(secs => ${seconds})`)

// The embedded store has one process, which tells nobody.
describe.runIf(databaseKind === 'postgresql')('what processes used in a minute', () => {
  test('is added up by whose it is, and ends for all when it ends for the first', async () => {
    expect(await tell(one, 4, 30_000)).toMatchObject({ place: 1, used: 4, msLeft: expect.toSatisfy(isAbout(30_000)) })
    expect(await tell(other, 7)).toMatchObject({ used: 7, msLeft: expect.toSatisfy(isAbout(60_000)) })
    expect(await tell(one, 5, 60_000)).toMatchObject({ used: 9, msLeft: expect.toSatisfy(isAbout(30_000)) })
  })

  test('is forgotten when the minute is over', async () => {
    await tell(one, 4, 30_000)
    await pass(95)
    expect(await tell(one, 1, 60_000)).toMatchObject({ used: 1, msLeft: expect.toSatisfy(isAbout(60_000)) })
  })

  test('begins anew where the last minute ended, and not before, though a process began before', async () => {
    await tell(one, 4, 60_000)
    await pass(70)
    expect(await tell(one, 3, 5_000)).toMatchObject({ used: 3, msLeft: expect.toSatisfy(isAbout(50_000)) })
  })

  test('is more than a number of 32 bits can tell', async () => {
    await tell(one, 2_000_000_000)
    expect(await tell(one, 2_000_000_000)).toMatchObject({ used: 4_000_000_000 })
  })

  test('is told under one name twice at once, where a process forgot and began anew', async () => {
    const shares = [one, other, one].map((key, index) => ({ key, used: index + 1, msLeft: 60_000 }))
    const totals = await exchangeUsage(database, shares)
    expect(totals.sort((a, b) => a.place - b.place).map(({ used }) => used)).toEqual([4, 2, 4])
  })

  test('is told by many at once, in whatever order, and none waits for one that waits for it', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => nameOf(`${index}`))
    const shares = keys.map((key) => ({ key, used: 1, msLeft: 60_000 }))
    const all = Array.from({ length: 12 }, (_, index) =>
      exchangeUsage(database, index % 2 ? shares : shares.toReversed()),
    )
    await Promise.all([...all, sweepUsage(database)])
    expect(new Set((await rows()).map(({ used }) => used))).toEqual(new Set([12]))
  })

  test('is removed a minute after its end, but for what somebody holds', async () => {
    for (const [key, used] of [
      ['a', 1],
      ['b', 2],
    ] as const)
      await tell(nameOf(key), used)
    await pass(130)
    await tell(one, 3, 60_000)
    await pass(59 + 60)
    await tell(other, 4)
    await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'select from limit_usage where used = 2 for update' })
      await sweepUsage(database)
      expect(await rows()).toEqual([{ used: 2 }, { used: 3 }, { used: 4 }])
    })
    await sweepUsage(database)
    expect(await rows()).toEqual([{ used: 3 }, { used: 4 }])
  })
})

describe.runIf(databaseKind === 'postgresql')('a process that shares', () => {
  let now = 1_000
  let lines: { level: number; msg: string }[] = []
  let exchange: RateLimitStore
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const window = (values: Partial<Window>): Window => ({
    key: 'a',
    used: 0,
    shared: 0,
    endsAt: now + 60_000,
    ...values,
  })

  beforeEach(() => {
    lines = []
    exchange = new RateLimitStore(database, log, () => now)
    exchange.start()
  })
  afterEach(async () => {
    await sql(database, 'alter table if exists away rename to limit_usage')
    await exchange.close()
  })

  test('tells what was used since the last time, and takes what the others used', async () => {
    const [mine, theirs] = [window({ used: 5 }), window({ used: 20, endsAt: now + 30_000 })]
    exchange.add('session', theirs)
    await expect.poll(() => theirs.shared).toBe(20)
    exchange.add('session', mine)
    await expect.poll(() => mine.used).toBe(25)
    expect(mine.endsAt - now).toSatisfy(isAbout(30_000))
    mine.used += 2
    await expect.poll(() => mine.shared).toBe(27)
    theirs.used++
    await expect.poll(() => theirs.used).toBe(28)
    expect(await rows()).toEqual([{ used: 28 }])
  })

  test('tells limits apart, and nothing of whom no other may know', async () => {
    const windows = [window({ used: 1 }), window({ used: 2 }), window({ used: 3, key: '' })]
    windows.forEach((each, index) => exchange.add(['session', 'touchpoint', 'session'][index]!, each))
    await expect.poll(() => windows.map(({ shared }) => shared)).toEqual([1, 2, 0])
    expect(await rows()).toEqual([{ used: 1 }, { used: 2 }])
  })

  test('tells another minute of the same caller by itself', async () => {
    const quota = new Quota('session', 20, '', exchange)
    const mine = window({ endsAt: 0 })
    for (let count = 0; count < 3; count++) quota.use(mine, now)
    await expect.poll(() => mine.shared).toBe(3)
    await pass(60)
    now += 60_000
    quota.use(mine, now)
    await expect.poll(() => mine.shared).toBe(1)
    expect([mine.used, await rows()]).toEqual([1, [{ used: 1 }]])
  })

  test('puts nothing of a minute that ended meanwhile on the next one', async () => {
    const quota = new Quota('session', 20, '', exchange)
    const mine = window({ endsAt: 0 })
    await tell(usageKey('session', mine), 9)
    await database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'lock table limit_usage in access exclusive mode' })
      quota.use(mine, now)
      const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'relation'`
      await expect.poll(() => transaction.run({ name: '', text: waiting })).toEqual([{ count: 1 }])
      now += 60_000
      quota.use(mine, now)
    })
    await expect.poll(() => mine.shared).toBeGreaterThan(0)
    // The second use joined what the database counts, and the first one was told once.
    expect(mine).toMatchObject({ used: 11, shared: 11 })
  })

  test('goes by what it knows where the database has lost what it knew', async () => {
    const mine = window({ used: 5 })
    exchange.add('session', mine)
    await expect.poll(() => mine.shared).toBe(5)
    await sql(database, 'delete from limit_usage')
    mine.used += 2
    await expect.poll(rows).toEqual([{ used: 2 }])
    await expect.poll(() => mine.shared).toBe(7)
    expect(mine.used).toBe(7)
  })

  test('says once that it cannot, leaves the database alone for ten seconds, and says that it can again', async () => {
    await sql(database, 'alter table limit_usage rename to away')
    const mine = window({ used: 5 })
    exchange.add('session', mine)
    let later = now
    const hasty = new RateLimitStore(database, pino({ level: 'silent' }), () => (later += 10_000))
    hasty.add('session', window({ used: 5, endsAt: now + 900_000 }))
    hasty.start()
    await expect.poll(() => hasty.failures).toBe(3)
    await hasty.close()
    expect(exchange.failures).toBe(1)
    now += 10_000
    await expect.poll(() => exchange.failures).toBe(2)
    expect(mine).toMatchObject({ used: 5, shared: 0 })
    await sql(database, 'alter table away rename to limit_usage')
    now += 10_000
    await expect.poll(() => mine.shared).toBe(5)
    await expect.poll(() => lines.length).toBe(2)
    expect(lines).toMatchObject([
      { level: 40, msg: 'Limits of use are not shared: each process counts for itself.' },
      { level: 30, msg: 'Limits of use are shared again.' },
    ])
  })

  test('removes after two minutes what is over, also where nobody sends anything more', async () => {
    const mine = window({ used: 5 })
    exchange.add('session', mine)
    await expect.poll(() => mine.shared).toBe(5)
    await pass(130)
    now += 120_000
    await expect.poll(rows).toEqual([])
  })

  test('asks nothing more when it is closed', async () => {
    const mine = window({ used: 5 })
    exchange.add('session', mine)
    await exchange.close()
    const later = window({ key: 'b', used: 5 })
    const another = new RateLimitStore(database, log, () => now)
    another.start()
    another.add('session', later)
    await expect.poll(() => later.shared).toBe(5)
    await another.close()
    expect(mine.shared).toBe(0)
  })
})
