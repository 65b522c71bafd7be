import { hash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession } from '../../src/auth/sessions/sessions.ts'
import { hashToken } from '../../src/auth/viewer.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { type Credentials, credentialHeaders } from '../support/requests/credentials.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { isTimed } from '../support/database/statement-recorder.ts'
import { demoStore } from '../support/database/stores.ts'
import { type RawResponse, sendRaw } from '../support/requests/http.ts'
import { startServe } from '../support/server/process.ts'
import { dumpRows } from '../support/database/dump-rows.ts'
import { type TestServer, useServer } from '../support/server/server.ts'

// The servers share a minute of the database's clock.
vi.setConfig({ testTimeout: 90_000 })

let opened: Promise<Database> | undefined
const shared = () => (opened ??= freshDatabase())
let statements = 0
let exchanges = 0

async function counting(): Promise<Database> {
  const database = await shared()
  function run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    if (!isTimed(statement.text)) statements++
    if (statement.text.includes('limit_usage')) exchanges++
    return database.run(statement, values)
  }
  return { ...database, run }
}

const limits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '40', RATE_LIMIT_TOUCHPOINT: '100', RATE_LIMIT_ADDRESS: '20' }
const env = { ...limits, TRUST_PROXY: 'on' }
const first = useServer({ database: shared, env: { ...env, METRICS_PORT: '0' } })
const second = useServer({ database: shared, env })
const third = useServer({ database: shared, env })
const counted = useServer({
  database: counting,
  env: { ...env, RATE_LIMIT_SESSION: '4000', RATE_LIMIT_TOUCHPOINT: '80000', RATE_LIMIT_ADDRESS: '4000' },
})

// Each test uses other touchpoints, sessions and addresses.
let last = 0
const newAddress = () => `10.9.${last >> 8}.${++last & 255}`
const wrong = (): Credentials => ({ touchpoint: 'web', token: `guess-${++last}` })
let touchpoint = ''
beforeEach(async () => {
  await sql(first.database, 'delete from limit_usage')
  touchpoint = `touchpoint-${++last}`
  await sql(first.database, 'insert into touchpoints (code, name, all_type_categories) values ($1, $1, true)', [
    touchpoint,
  ])
})

/** A session that these servers have accepted before. */
async function newSession(servers: Pick<TestServer, 'url'>[] = [first, second]): Promise<Credentials> {
  const { token } = await createSession(first.database, { touchpoint, login: 'PARTY', email: 'paula@example.com' })
  const caller = { touchpoint, token }
  for (const server of servers) expect((await send(server, caller, newAddress())).status).toBe(200)
  return caller
}

const send = ({ url }: Pick<TestServer, 'url'>, caller: Credentials, address = '10.8.0.1') => {
  const headers = { ...credentialHeaders(caller), 'x-forwarded-for': address }
  return sendRaw(url, { path: '/api/v4/cases/typecategory', headers })
}

async function statuses(server: Pick<TestServer, 'url'>, callers: Credentials[], address?: string): Promise<number[]> {
  const answers: number[] = []
  for (const caller of callers) answers.push((await send(server, caller, address)).status)
  return answers
}

const repeated = (times: number, caller: Credentials) => Array<Credentials>(times).fill(caller)
const remaining = ({ headers }: RawResponse) => Number(headers['ratelimit-remaining'])
const used = async () => {
  const rows = await sql<{ used: number }>(first.database, 'select used from limit_usage')
  return rows.map(({ used }) => used)
}
/** Waits until the database has a row with this usage. */
async function known(number: number): Promise<void> {
  await expect.poll(used).toContain(number)
}

function expectLimited(answer: RawResponse, limit: number) {
  expect(answer.status).toBe(429)
  expect(answer.headers).toMatchObject({
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': answer.headers['retry-after'],
  })
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
}

describe('with several processes', () => {
  test('a session has one limit, and the headers of every process show what is left', async () => {
    const caller = await newSession()
    expect(await statuses(first, repeated(31, caller))).toEqual(Array(31).fill(200))
    await known(31)
    expect(await statuses(second, repeated(2, caller))).toEqual([200, 200])
    await known(33)
    let sent = 2
    const atSecond = async () => {
      sent++
      return remaining(await send(second, caller))
    }
    await expect.poll(atSecond).toBeLessThan(10)
    expect(await atSecond()).toBe(40 - 31 - sent)
    const rest = 40 - 31 - sent
    expect(await statuses(second, repeated(rest + 1, caller))).toEqual([...Array<number>(rest).fill(200), 429])
    expectLimited(await send(second, caller), 40)
    // The first process learns of these when it shares its own next request.
    await expect.poll(async () => (await send(first, caller)).status).toBe(429)
    expectLimited(await send(first, caller), 40)
  })

  test('a session that alternates between processes is rejected long before each process has counted to the limit', async () => {
    const caller = await newSession()
    let answered = 0
    const bothRefuse = async () => {
      const answers = [await send(first, caller), await send(second, caller)]
      answered += answers.filter(({ status }) => status === 200).length
      return answers.map(({ status }) => status)
    }
    await expect.poll(bothRefuse, { interval: 50 }).toEqual([429, 429])
    expect(answered).toBeGreaterThanOrEqual(40)
    expect(answered).toBeLessThan(75)
  })

  test('a touchpoint has one limit', async () => {
    for (let count = 0; count < 3; count++) {
      expect(await statuses(first, repeated(31, await newSession()))).toEqual(Array(31).fill(200))
    }
    await known(93)
    const caller = await newSession()
    await expect.poll(async () => (await send(second, caller)).status).toBe(429)
    expectLimited(await send(second, caller), 100)
  })

  test('an address has one limit, which does not affect accepted sessions', async () => {
    const caller = await newSession()
    const address = newAddress()
    const guesses = Array.from({ length: 19 }, wrong)
    expect(await statuses(first, guesses, address)).toEqual(Array(19).fill(401))
    await known(19)
    let guessed = 0
    const guess = async () => {
      guessed++
      return (await send(second, wrong(), address)).status
    }
    await expect.poll(guess).toBe(429)
    expect(guessed).toBeLessThan(20)
    expectLimited(await send(second, wrong(), address), 20)
    expect(await statuses(second, [caller, await newSession([])], address)).toEqual([200, 200])
    expect((await send(second, wrong(), newAddress())).status).toBe(401)
  })

  test('a new process receives the usage from before its start', async () => {
    const caller = await newSession([second, third])
    expect(await statuses(second, repeated(37, caller))).toEqual(Array(37).fill(200))
    await known(37)
    let sent = 0
    const atThird = async () => {
      sent++
      return (await send(third, caller)).status
    }
    await expect.poll(atThird).toBe(429)
    expectLimited(await send(third, caller), 40)
    expect(sent).toBeLessThan(40)
  })

  test('a session loses nothing if others send its token with another touchpoint', async () => {
    const caller = await newSession()
    const elsewhere = { ...caller, touchpoint: 'web' }
    const guesses = Array.from({ length: 30 }, () => send(first, elsewhere, newAddress()))
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(30).fill(401))
    expect(await statuses(second, repeated(36, caller))).toEqual(Array(36).fill(200))
    await known(36)
    expect(remaining(await send(second, caller))).toBe(3)
  })

  test('no request waits for a statement, and low usage is not shared', async () => {
    const callers = await Promise.all(Array.from({ length: 5 }, () => newSession([counted])))
    const [exchangesBefore, statementsBefore] = [exchanges, statements]
    await statuses(
      counted,
      callers.flatMap((caller) => repeated(190, caller)),
    )
    expect([statements - statementsBefore, exchanges - exchangesBefore]).toEqual([950, 0])
    const [busy] = callers
    await statuses(counted, repeated(13, busy!))
    await known(203)
    expect(exchanges - exchangesBefore).toBeLessThan(5)
  })

  test('while the table is locked, requests succeed and each process counts on its own', async () => {
    const caller = await newSession()
    await first.database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'lock table limit_usage in access exclusive mode' })
      for (const server of [first, second]) {
        expect(await statuses(server, repeated(30, caller))).toEqual(Array(30).fill(200))
      }
    })
    await expect.poll(async () => (await send(first, caller)).status).toBe(429)
    await expect.poll(async () => (await send(second, caller)).status).toBe(429)
  })

  test('the table contains no token, touchpoint or address, and no plain hash of one', async () => {
    const caller = await newSession()
    const address = newAddress()
    await statuses(first, repeated(35, caller))
    await statuses(first, Array.from({ length: 18 }, wrong), address)
    await known(35)
    await known(18)
    const text = (await dumpRows(first.database)).split('\n').filter((line) => line.startsWith('public.limit_usage'))
    expect(text.length).toBeGreaterThan(2)
    const kinds = ['session', 'touchpoint', 'address', '']
    const plain = [caller.token, hashToken(caller.token), address, touchpoint]
    const hashed = kinds.flatMap((kind) => plain.map((each) => hashToken(`${kind} ${each}`.trim())))
    const twice = hashed.map((each) => hash('sha256', Buffer.from(each, 'hex'), 'hex'))
    for (const secret of [...plain, ...hashed, ...twice]) expect(text.join('\n')).not.toContain(secret)
  })

  test('the metrics count failed exchanges, and the log has the first one', async () => {
    const page = async () => (await fetch(first.metricsUrl!)).text()
    const failures = async () => Number(/^casegate_limit_exchange_failures_total (\d+)$/m.exec(await page())?.[1])
    const before = await failures()
    await sql(first.database, 'alter table limit_usage rename to away')
    expect(await statuses(first, repeated(5, await newSession()))).toEqual(Array(5).fill(200))
    await expect.poll(failures).toBe(before + 1)
    await sql(first.database, 'alter table away rename to limit_usage')
    expect(first.log.filter((line) => line.includes('Rate limits are not shared'))).toHaveLength(1)
  })

  test('real processes share limits, and stop when they are told to', async () => {
    const settings = { ...(await demoStore()), ...limits }
    const servers = [startServe(settings), startServe(settings)]
    const [one, other] = await Promise.all(servers.map(async ({ url }) => ({ url: await url })))
    const paula = { touchpoint: 'web', token: 'demo-party-paula' }
    expect(await statuses(one!, repeated(41, paula))).toEqual(Array(41).fill(200))
    await expect.poll(async () => (await send(other!, paula)).status).toBe(429)
    for (const { child, exited } of servers) {
      child.kill('SIGTERM')
      expect(await exited).toBe(0)
    }
  })
})
