import { request as openRequest } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, revokeSession } from '../../src/auth/sessions.ts'
import { readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { type Caller, carla, credentials, olga, paula, paulaOnApp, pedro } from '../support/callers.ts'
import { freshDatabase } from '../support/database.ts'
import { problemOf, type RawAnswer, type RawRequest, sendRaw } from '../support/http.ts'
import { useServer } from '../support/server.ts'

let statements = 0

async function countingDatabase(): Promise<Database> {
  const database = await freshDatabase()
  function run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    statements++
    return database.run(statement, values)
  }
  return { ...database, run, close: () => database.close() }
}

let now = 0
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '3', RATE_LIMIT_TOUCHPOINT: '5', RATE_LIMIT_FAILURES: '2' }
const server = useServer({ database: countingDatabase, env: { ...limits, TRUST_PROXY: 'on' }, now: () => now })
const withoutProxy = useServer({ env: limits, now: () => now })
const unlimited = useServer({ env: { RATE_LIMIT: 'off' } })

// Each test begins with a minute of its own, and sends from addresses of its own.
let lastAddress = 0
const newAddress = () => `10.0.${lastAddress >> 8}.${++lastAddress & 255}`
let lastToken = 0
const wrong = (): Caller => ({ touchpoint: 'web', token: `guess-${++lastToken}` })
beforeEach(() => {
  now += 60_000
})

async function newSession(): Promise<{ id: string; caller: Caller }> {
  const holder = { touchpoint: 'web', login: 'PARTY', email: 'paula@example.com' } as const
  const { id, token } = await createSession(server.database, holder)
  return { id, caller: { touchpoint: 'web', token } }
}

interface Lane {
  name: string
  request: RawRequest
}

const query = '{ caseTypeCategories { caseTypeCode } }'
const rest: Lane = { name: 'REST', request: { path: '/api/v4/cases/typecategory' } }
const graphql: Lane = {
  name: 'GraphQL',
  request: {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  },
}
const graphqlByGet: Lane = { name: 'GraphQL by GET', request: { path: `/graphql?${new URLSearchParams({ query })}` } }

const from = (address: string) => ({ 'x-forwarded-for': address })

async function send({ request }: Lane, caller: Caller | null, address: string, url = server.url) {
  const headers = { ...request.headers, ...(caller && credentials(caller)), ...from(address) }
  return sendRaw(url, { ...request, headers })
}

/** 'ok', or the code of what is wrong, in REST's spelling. */
function codeOf(answer: RawAnswer): string {
  if (answer.headers['content-type'] === 'application/problem+json') return problemOf(answer).code
  const { data, errors } = JSON.parse(answer.body) as { data?: unknown; errors?: { extensions: { code: string } }[] }
  const code = errors?.[0]?.extensions.code
  const refused = code === 'RATE_LIMITED'
  expect([answer.status, refused ? data : undefined]).toEqual([refused ? 429 : 200, undefined])
  return code === undefined ? 'ok' : (inRest[code] ?? code)
}

const inRest: Record<string, string> = { RATE_LIMITED: 'tooManyRequests', UNAUTHENTICATED: 'unauthenticated' }

function expectLimited(answer: RawAnswer, policy: string): number {
  expect([answer.status, codeOf(answer)]).toEqual([429, 'tooManyRequests'])
  const retryAfter = Number(answer.headers['retry-after'])
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  const [name = ''] = policy.split(';')
  expect(answer.headers['ratelimit-policy']).toBe(policy)
  expect(answer.headers['ratelimit']).toBe(`${name};r=0;t=${retryAfter}`)
  return retryAfter
}

describe.each([rest, graphql, graphqlByGet])('over $name', (lane) => {
  const codes = async (callers: (Caller | null)[], address: string) => {
    const answers: string[] = []
    for (const caller of callers) answers.push(codeOf(await send(lane, caller, address)))
    return answers
  }

  test('a session is answered as often as it may send, and again when Retry-After has passed', async () => {
    const address = newAddress()
    expect(await codes([paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok'])
    now += 12_345
    const before = statements
    const retryAfter = expectLimited(await send(lane, paula, address), '"session";q=3;w=60')
    expect(retryAfter).toBe(48)
    expectLimited(await send(lane, paula, newAddress()), '"session";q=3;w=60')
    expect(statements).toBe(before)
    expect(await codes([pedro], address)).toEqual(['ok'])
    now += (retryAfter - 1) * 1000
    expect(codeOf(await send(lane, paula, address))).toBe('tooManyRequests')
    now += 1000
    expect(await codes([paula], address)).toEqual(['ok'])
  })

  test('a session is told what remains to it, and nobody else is', async () => {
    const address = newAddress()
    for (const remaining of [2, 1, 0]) {
      const { headers } = await send(lane, paula, address)
      expect(headers['ratelimit-policy']).toBe('"session";q=3;w=60')
      expect(headers['ratelimit']).toBe(`"session";r=${remaining};t=60`)
    }
    for (const answer of [
      await send(lane, wrong(), address),
      await send(lane, null, address),
      await send(lane, paula, address, unlimited.url),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
    }
  })

  test('the sessions of a touchpoint share what it may send', async () => {
    const address = newAddress()
    expect(await codes([paula, pedro, carla, paula, pedro], address)).toEqual(Array(5).fill('ok'))
    const before = statements
    expectLimited(await send(lane, carla, address), '"touchpoint";q=5;w=60')
    expect(statements).toBe(before)
    expect(await codes([paulaOnApp], address)).toEqual(['ok'])
    now += 60_000
    expect(await codes([carla], address)).toEqual(['ok'])
  })

  test('wrong credentials use up nothing of a touchpoint', async () => {
    for (let count = 0; count < 10; count++) {
      expect(await codes([wrong()], newAddress())).toEqual(['unauthenticated'])
      expect(await codes([{ ...paulaOnApp, touchpoint: 'web' }], newAddress())).toEqual(['unauthenticated'])
    }
    expect(await codes([paula, pedro, carla, paula, pedro], newAddress())).toEqual(Array(5).fill('ok'))
  })

  test('an address that guesses is refused what nobody knows, without a statement, until its minute is over', async () => {
    const { caller: unknown } = await newSession()
    const address = newAddress()
    const repeated = wrong()
    expect(await codes([paula, repeated, repeated], address)).toEqual(['ok', 'unauthenticated', 'unauthenticated'])
    const before = statements
    for (const caller of [wrong(), repeated, unknown, { ...paula, touchpoint: 'app' }]) {
      expect(expectLimited(await send(lane, caller, address), '"failures";q=2;w=60')).toBe(60)
    }
    expect(statements).toBe(before)
    expect(await codes([paula, wrong()], newAddress())).toEqual(['ok', 'unauthenticated'])
    now += 60_000
    expect(await codes([wrong(), unknown], address)).toEqual(['unauthenticated', 'ok'])
  })

  test('others who guess behind its address do not shut out a session that is known', async () => {
    const { caller } = await newSession()
    const address = newAddress()
    expect(await codes([caller, wrong(), wrong(), wrong()], address)).toEqual([
      'ok',
      'unauthenticated',
      'unauthenticated',
      'tooManyRequests',
    ])
    expect(await codes([caller], address)).toEqual(['ok'])
    // It may send no more than elsewhere.
    expect(await codes([caller], newAddress())).toEqual(['ok'])
    expectLimited(await send(lane, caller, address), '"session";q=3;w=60')
  })

  test('a session that was refused when it came last is shut out with those who guess', async () => {
    const { id, caller } = await newSession()
    const address = newAddress()
    expect(await codes([caller, wrong(), wrong()], address)).toEqual(['ok', 'unauthenticated', 'unauthenticated'])
    await revokeSession(server.database, id)
    expect(await codes([caller], address)).toEqual(['unauthenticated'])
    const before = statements
    expectLimited(await send(lane, caller, address), '"failures";q=2;w=60')
    expect(statements).toBe(before)
    expect(await codes([caller], newAddress())).toEqual(['unauthenticated'])
  })

  test('the addresses of one IPv6 network are one', async () => {
    expect(await codes([wrong()], `2001:db8:${++lastAddress}::1`)).toEqual(['unauthenticated'])
    expect(await codes([wrong()], `2001:db8:${lastAddress}::2:1`)).toEqual(['unauthenticated'])
    expect(await codes([wrong()], `2001:db8:${lastAddress}::3`)).toEqual(['tooManyRequests'])
    expect(await codes([wrong()], `2001:db8:${lastAddress}:1::3`)).toEqual(['unauthenticated'])
  })

  test('a touchpoint that is not the one of the token is a guess', async () => {
    const elsewhere = { ...paula, touchpoint: 'app' }
    const address = newAddress()
    expect(await codes([elsewhere, elsewhere, wrong()], address)).toEqual([
      'unauthenticated',
      'unauthenticated',
      'tooManyRequests',
    ])
    // And uses up nothing of the session's.
    expect(await codes([paula, paula, paula], newAddress())).toEqual(['ok', 'ok', 'ok'])
  })

  test('no burst is answered more often than its address may fail', async () => {
    const address = newAddress()
    const burst = Array.from({ length: 40 }, async () => codeOf(await send(lane, wrong(), address)))
    const counts = Object.groupBy(await Promise.all(burst), (code) => code)
    expect([counts['unauthenticated']?.length, counts['tooManyRequests']?.length]).toEqual([2, 38])
  })

  test('sessions that nobody knows yet are all answered, though they come at once', async () => {
    const address = newAddress()
    const callers = await Promise.all(Array.from({ length: 5 }, async () => (await newSession()).caller))
    const answers = await Promise.all(callers.map((caller) => send(lane, caller, address)))
    expect(answers.map(codeOf)).toEqual(Array(5).fill('ok'))
  })

  test('a session that nobody knows yet sends no more than it may, though it does so at once', async () => {
    const { caller } = await newSession()
    const answers = Array.from({ length: 20 }, () => send(lane, caller, newAddress()))
    const counts = Object.groupBy((await Promise.all(answers)).map(codeOf), (code) => code)
    expect([counts['ok']?.length, counts['tooManyRequests']?.length]).toEqual([3, 17])
  })

  test('a token that lets nobody in is not remembered', async () => {
    const caller = wrong()
    for (let count = 0; count < 5; count++) expect(await codes([caller], newAddress())).toEqual(['unauthenticated'])
  })

  test('a session that has ended guesses nothing', async () => {
    const { id, caller } = await newSession()
    const address = newAddress()
    expect(await codes([caller], address)).toEqual(['ok'])
    await revokeSession(server.database, id)
    now += 60_000
    expect(await codes([caller, caller, caller, paula, pedro], address)).toEqual([
      ...Array<string>(3).fill('unauthenticated'),
      'ok',
      'ok',
    ])
    // But it stays a session, with a session's limit; and takes nothing more from the touchpoint.
    expectLimited(await send(lane, caller, address), '"session";q=3;w=60')
    expect(await codes([carla, pedro], address)).toEqual(['ok', 'ok'])
  })

  test('what comes without credentials is not counted', async () => {
    const address = newAddress()
    expect(await codes(Array(10).fill(null), address)).toEqual(Array(10).fill('unauthenticated'))
    expect(await codes([paula, paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok', 'tooManyRequests'])
  })

  test('without a trusted proxy, an address is the one of the socket', async () => {
    const codes: string[] = []
    for (const caller of [paula, wrong(), wrong(), wrong(), pedro, paula]) {
      codes.push(codeOf(await send(lane, caller, newAddress(), withoutProxy.url)))
    }
    const refused = Array<string>(2).fill('tooManyRequests')
    expect(codes).toEqual(['ok', 'unauthenticated', 'unauthenticated', ...refused, 'ok'])
  })
})

describe('whoever is over a limit', () => {
  test('still sees health, OPTIONS and the schema', async () => {
    const address = newAddress()
    for (let count = 0; count < 3; count++) await send(rest, wrong(), address)
    expectLimited(await send(rest, wrong(), address), '"failures";q=2;w=60')
    const headers = { ...credentials(wrong()), ...from(address) }
    for (let count = 0; count < 10; count++) {
      expect((await sendRaw(server.url, { path: '/livez', headers })).status).toBe(200)
      expect((await sendRaw(server.url, { path: '/readyz', headers })).status).toBe(200)
      const options = { method: 'OPTIONS', headers }
      expect((await sendRaw(server.url, { path: '/api/v4/cases/typecategory', ...options })).status).toBe(204)
      expect((await sendRaw(server.url, { path: '/graphql', ...options })).status).toBe(204)
      const schema = await sendRaw(server.url, { path: '/graphql?query={__typename}', headers: from(address) })
      expect([schema.status, JSON.parse(schema.body)]).toMatchObject([200, { data: { __typename: 'Query' } }])
    }
  })
})

test('callers who go away while they wait for others of their address keep no place', async () => {
  const address = newAddress()
  const sessions = await Promise.all(Array.from({ length: 5 }, async () => (await newSession()).caller))
  const [first, second, gone = olga, ...others] = sessions
  const aborted = () => server.log.filter((line) => line.includes('"aborted":true')).length
  const abortedBefore = aborted()
  const [answers] = await server.database.transaction(async (transaction) => {
    // While no session can be read, the first two have all places.
    await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
    const answers = [first, second].map((caller = olga) => send(graphql, caller, address))
    await sendRaw(server.url, { path: '/graphql?query={__typename}' })
    const headers = { ...graphql.request.headers, ...credentials(gone), ...from(address), 'content-length': 100 }
    const leaving = Array.from({ length: 2 }, () => {
      const request = openRequest(`${server.url}/graphql`, { method: 'POST', headers, agent: false })
      request.on('error', () => {})
      request.write('{')
      return request
    })
    await expect.poll(() => leaving.every(({ writableLength }) => writableLength === 0)).toBe(true)
    await sendRaw(server.url, { path: '/graphql?query={__typename}' })
    for (const request of leaving) request.destroy()
    await expect.poll(() => aborted() - abortedBefore).toBe(2)
    return [answers]
  })
  expect((await Promise.all(answers)).map(codeOf)).toEqual(['ok', 'ok'])
  for (const caller of others) expect(codeOf(await send(graphql, caller, address))).toBe('ok')
})

describe('one GraphQL request', () => {
  const manyCases = `{ ${Array.from({ length: 10 }, (_, i) => `c${i}: case(id: "1001") { id }`).join(' ')} }`
  const lane = { name: '', request: { ...graphql.request, body: JSON.stringify({ query: manyCases }) } }

  test('counts once, whatever it asks for', async () => {
    const address = newAddress()
    const answers = []
    for (let count = 0; count < 4; count++) answers.push(codeOf(await send(lane, olga, address)))
    expect(answers).toEqual(['ok', 'ok', 'ok', 'tooManyRequests'])
  })

  test('fails once, whatever it asks for', async () => {
    const address = newAddress()
    const answers = []
    for (let count = 0; count < 3; count++) answers.push(codeOf(await send(lane, wrong(), address)))
    expect(answers).toEqual(['unauthenticated', 'unauthenticated', 'tooManyRequests'])
  })
})

describe('limits', () => {
  test('are off for the embedded store and on for PostgreSQL, unless told otherwise', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/casegate'
    const usual = { session: 3_000, touchpoint: 60_000, failures: 30 }
    expect(readConfig({}).rateLimits).toBeUndefined()
    expect(readConfig({ RATE_LIMIT: 'on' }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL, RATE_LIMIT: 'off' }).rateLimits).toBeUndefined()
    expect(readConfig({}).trustProxy).toBe(false)
  })

  test('that are off refuse nobody', async () => {
    const answers = Array.from({ length: 40 }, (_, i) => send(rest, i % 2 ? paula : wrong(), '', unlimited.url))
    expect(new Set((await Promise.all(answers)).map(codeOf))).toEqual(new Set(['ok', 'unauthenticated']))
  })
})
