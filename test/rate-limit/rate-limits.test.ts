import { beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../../client/src/client.ts'
import { issueSession, revokeSessionsById } from '../../src/auth/sessions/command-sessions.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statements/statement.ts'
import { RequestError } from '../../src/errors/request-error.ts'
import { paula, paulaOnApp, pedro } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse, type RawRequest, sendRaw } from '../support/requests/http.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { carla, credentialHeaders, type Credentials, olga } from '../support/requests/credentials.ts'
import { useServer } from '../support/server/server.ts'
import { isTimed } from '../support/database/statement-recorder.ts'

let statements = 0
let running = 0
let mostRunning = 0
let isAway = false
const secret = 'cgs_of-the-web-site'

async function countingDatabase(): Promise<Database> {
  const database = await freshDatabase()
  await sql(database, `update touchpoints set logins = '{PARTY}' where code = 'web'`)
  await sql(
    database,
    `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ('web', sha256($1::text::bytea))`,
    [secret],
  )
  async function run<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
    if (isAway) throw new RequestError('UNAVAILABLE', 'Cannot reach the database.')
    if (isTimed(statement.text)) return database.run(statement, values)
    statements++
    mostRunning = Math.max(mostRunning, ++running)
    return database.run(statement, values).finally(() => running--)
  }
  return { ...database, run, close: () => database.close() }
}

let now = 0
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '3', RATE_LIMIT_TOUCHPOINT: '5', RATE_LIMIT_ADDRESS: '2' }
const server = useServer({ database: countingDatabase, env: { ...limits, TRUST_PROXY: 'on' }, now: () => now })
const withoutProxy = useServer({ env: limits, now: () => now })
const unlimited = useServer({ env: { RATE_LIMIT: 'off' } })

// Each test sends from different addresses.
let lastAddress = 0
const newAddress = () => `10.0.${lastAddress >> 8}.${++lastAddress & 255}`
let lastToken = 0
const wrong = (): Credentials => ({ touchpoint: 'web', token: `guess-${++lastToken}` })
const elsewhere: Credentials = { ...paula, touchpoint: 'app' }

// Each test has other accepted sessions and another minute.
beforeEach(async () => {
  isAway = false
  now += 60_000
  for (const caller of [paula, pedro, carla, paulaOnApp, olga]) await send(rest, caller, newAddress())
  now += 60_000
})

async function newSession(): Promise<{ id: string; caller: Credentials }> {
  const holder = { touchpoint: 'web', login: 'PARTY', email: 'paula@example.com' } as const
  const { id, token } = await issueSession(server.database, holder)
  return { id, caller: { touchpoint: 'web', token } }
}

type Lane = { name: string; request: RawRequest }

const query = '{ caseTypeCategories { caseTypeCode } }'
const rest: Lane = { name: 'REST', request: { path: '/api/v4/cases/typecategory' } }
const json = { 'content-type': 'application/json' }
const post = { method: 'POST', path: '/graphql', headers: json }
const graphql: Lane = { name: 'GraphQL', request: { ...post, body: JSON.stringify({ query }) } }
const graphqlByGet: Lane = { name: 'GraphQL by GET', request: { path: `/graphql?${new URLSearchParams({ query })}` } }
const from = (address: string) => ({ 'x-forwarded-for': address })

async function send({ request }: Lane, caller: Credentials | null, address: string, url = server.url) {
  const headers = { ...request.headers, ...(caller && credentialHeaders(caller)), ...from(address) }
  return sendRaw(url, { ...request, headers })
}

/** 'ok', or the code of the error in REST's spelling. */
function codeOf(answer: RawResponse): string {
  if (answer.headers['content-type'] === 'application/problem+json') return problemOf(answer).code
  const { data, errors } = JSON.parse(answer.body) as { data?: unknown; errors?: { extensions: { code: string } }[] }
  const code = errors?.[0]?.extensions.code
  const refused = code === 'RATE_LIMITED'
  expect([answer.status, refused ? data : undefined]).toEqual([refused ? 429 : 200, undefined])
  return code === undefined ? 'ok' : (inRest[code] ?? code)
}

const inRest: Record<string, string> = {
  RATE_LIMITED: 'tooManyRequests',
  UNAUTHENTICATED: 'unauthenticated',
  UNAVAILABLE: 'unavailable',
}

const limitHeaders = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('ratelimit')))
/** What the headers show of a limit. */
const leftOf = (limit: number, remaining: number) => {
  return { 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${remaining}` }
}
/** The answers to wrong credentials, and over a limit. */
const [wrongly, over] = ['unauthenticated', 'tooManyRequests']

/** Returns the seconds of Retry-After. */
function expectLimited(answer: RawResponse, limit: number): number {
  expect([answer.status, codeOf(answer)]).toEqual([429, 'tooManyRequests'])
  const { 'retry-after': retryAfter } = answer.headers
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
  expect(limitHeaders(answer)).toEqual({ ...leftOf(limit, 0), 'ratelimit-reset': retryAfter })
  return Number(retryAfter)
}

test('the client of the package waits for Retry-After, unless it is aborted', async () => {
  now += 600_000
  let answers = 0
  const fetch = async (request: Request) => {
    const response = await globalThis.fetch(request)
    answers++
    return response
  }
  const client = createClient({ url: server.url, credentials: paula, fetch })
  const statusOf = async (signal?: AbortSignal) =>
    (await client.GET('/api/v4/cases', { signal: signal ?? null })).response.status
  for (let count = 0; count < 3; count++) expect(await statusOf()).toBe(200)
  now += 59_500
  const leaving = new AbortController()
  const aborted = statusOf(leaving.signal).catch((error: Error) => error.name)
  const waiting = statusOf()
  await expect.poll(() => answers).toBe(5)
  leaving.abort()
  expect(await aborted).toBe('AbortError')
  now += 1000
  expect(await waiting).toBe(200)
  expect(answers).toBe(6)
})

describe.each([rest, graphql, graphqlByGet])('over $name', (lane) => {
  const codes = async (callers: (Credentials | null)[], address: string) => {
    const answers: string[] = []
    for (const caller of callers) answers.push(codeOf(await send(lane, caller, address)))
    return answers
  }

  test('a session has a limit, and its requests succeed again after Retry-After', async () => {
    const address = newAddress()
    expect(await codes([paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok'])
    now += 12_345
    const before = statements
    const retryAfter = expectLimited(await send(lane, paula, address), 3)
    expect(retryAfter).toBe(48)
    expectLimited(await send(lane, paula, newAddress()), 3)
    expect(statements).toBe(before)
    expect(await codes([pedro], address)).toEqual(['ok'])
    now += (retryAfter - 1) * 1000
    expect(codeOf(await send(lane, paula, address))).toBe(over)
    now += 1000
    expect(await codes([paula], address)).toEqual(['ok'])
  })

  test('the headers show how many requests are left', async () => {
    const address = newAddress()
    for (const remaining of [2, 1, 0]) {
      const expected = { ...leftOf(3, remaining), 'ratelimit-reset': '60' }
      expect(limitHeaders(await send(lane, paula, address))).toEqual(expected)
    }
    for (const caller of [wrong(), null]) {
      expect(limitHeaders(await send(lane, caller, address))).toMatchObject(leftOf(2, 1))
    }
    expect(limitHeaders(await send(lane, paula, address, unlimited.url))).toEqual({})
  })

  test('the headers describe the touchpoint if less is left of its limit', async () => {
    await codes([paula, paula, pedro, pedro], newAddress())
    expect(limitHeaders(await send(lane, carla, newAddress()))).toMatchObject(leftOf(5, 0))
  })

  test('the headers describe the exceeded limit, even if nothing is left of the other one', async () => {
    expect(await codes([carla, carla, paula, paula, pedro], newAddress())).toEqual(Array(5).fill('ok'))
    expectLimited(await send(lane, carla, newAddress()), 5)
  })

  test('the sessions of a touchpoint share a limit', async () => {
    const address = newAddress()
    expect(await codes([paula, pedro, carla, paula, pedro], address)).toEqual(Array(5).fill('ok'))
    const before = statements
    expectLimited(await send(lane, carla, address), 5)
    expect(statements).toBe(before)
    expect(await codes([paulaOnApp], address)).toEqual(['ok'])
    now += 60_000
    expect(await codes([carla], address)).toEqual(['ok'])
  })

  test('wrong credentials do not count against a touchpoint', async () => {
    for (let count = 0; count < 10; count++) {
      expect(await codes([wrong()], newAddress())).toEqual([wrongly])
      expect(await codes([elsewhere], newAddress())).toEqual([wrongly])
    }
    expect(await codes([paula, pedro, carla, paula, pedro], newAddress())).toEqual(Array(5).fill('ok'))
  })

  test('an address has a limit for tokens that are not accepted', async () => {
    const address = newAddress()
    const repeated = wrong()
    expect(await codes([paula, repeated, repeated], address)).toEqual(['ok', wrongly, wrongly])
    for (const caller of [wrong(), repeated, elsewhere]) {
      expect(expectLimited(await send(lane, caller, address), 2)).toBe(60)
    }
    expect(await codes([paula, wrong()], newAddress())).toEqual(['ok', wrongly])
    now += 60_000
    expect(await codes([wrong()], address)).toEqual([wrongly])
  })

  test('an address over its limit does not lock out a new session', async () => {
    const [{ caller }, { caller: other }, ended] = await Promise.all([newSession(), newSession(), newSession()])
    await revokeSessionsById(server.database, [ended.id])
    const address = newAddress()
    expect(await codes([wrong(), wrong(), ended.caller], address)).toEqual([wrongly, wrongly, over])
    for (const remaining of ['2', '1', '0']) {
      const answer = await send(lane, caller, address)
      expect([codeOf(answer), limitHeaders(answer)['ratelimit-remaining']]).toEqual(['ok', remaining])
    }
    expectLimited(await send(lane, caller, address), 3)
    expect(await codes([{ ...other, touchpoint: 'app' }, other], address)).toEqual([over, 'ok'])
  })

  test('new tokens from an address over its limit are looked up together, one statement at a time', async () => {
    const { caller } = await newSession()
    const address = newAddress()
    await codes([wrong(), wrong()], address)
    mostRunning = 0
    const guesses = Array.from({ length: 40 }, async () => codeOf(await send(lane, wrong(), address)))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([over]))
    expect([mostRunning, await codes([caller], address)]).toEqual([1, ['ok']])
  })

  test('while the database cannot be reached, an address over its limit gets 503', async () => {
    const address = newAddress()
    await codes([wrong(), wrong()], address)
    isAway = true
    expect((await send(lane, wrong(), address)).status).toBe(503)
    isAway = false
    expect(await codes([wrong()], address)).toEqual([over])
  })

  test('an address over its limit does not lock out a session that was accepted before', async () => {
    const { caller } = await newSession()
    const address = newAddress()
    expect(await codes([caller, wrong(), wrong()], address)).toEqual(['ok', wrongly, over])
    // Its limit is the same as elsewhere.
    expect(await codes([caller, caller], address)).toEqual(['ok', 'ok'])
    expect(await codes([caller], newAddress())).toEqual(['ok'])
    expectLimited(await send(lane, caller, address), 3)
  })

  test('the first request of a session counts by address', async () => {
    const address = newAddress()
    const { caller } = await newSession()
    expect(await codes([caller, caller, wrong(), wrong()], address)).toEqual(['ok', 'ok', wrongly, over])
  })

  test('a session that ends counts by address from its next request on', async () => {
    const { id, caller } = await newSession()
    expect(await codes([caller], newAddress())).toEqual(['ok'])
    await revokeSessionsById(server.database, [id])
    const address = newAddress()
    expect(await codes([caller, caller, caller], address)).toEqual(Array(3).fill(wrongly))
    expectLimited(await send(lane, caller, address), 2)
    expect(await codes([caller], newAddress())).toEqual([wrongly])
  })

  test('a session stays accepted while the database cannot be reached', async () => {
    const address = newAddress()
    isAway = true
    expect(await codes([paula, paula, wrong(), wrong()], address)).toEqual(Array(4).fill('unavailable'))
    isAway = false
    expect(await codes([wrong(), paula], address)).toEqual([over, 'ok'])
  })

  test('the addresses of one IPv6 network share a limit', async () => {
    const network = `2001:db8:${++lastAddress}`
    expect(await codes([wrong()], `${network}::1`)).toEqual([wrongly])
    expect(await codes([wrong()], `${network}::2:1`)).toEqual([wrongly])
    expect(await codes([wrong()], `${network}::3`)).toEqual([over])
    expect(await codes([wrong()], `${network}:1::3`)).toEqual([wrongly])
  })

  test("another touchpoint than the token's counts by address, and does not affect the session", async () => {
    const address = newAddress()
    expect(await codes([elsewhere, elsewhere, wrong()], address)).toEqual([wrongly, wrongly, over])
    const before = statements
    expect([await codes([paula, paula, paula], address), statements - before]).toEqual([['ok', 'ok', 'ok'], 3])
  })

  test('a burst of wrong tokens does not exceed the limit of its address', async () => {
    const address = newAddress()
    const burst = Array.from({ length: 40 }, async () => codeOf(await send(lane, wrong(), address)))
    const counts = Object.groupBy(await Promise.all(burst), (code) => code)
    expect([counts[wrongly]?.length, counts[over]?.length]).toEqual([2, 38])
  })

  test('a burst of a session does not exceed its limit', async () => {
    const answers = Array.from({ length: 20 }, () => send(lane, paula, newAddress()))
    const counts = Object.groupBy((await Promise.all(answers)).map(codeOf), (code) => code)
    expect([counts['ok']?.length, counts[over]?.length]).toEqual([3, 17])
  })

  test('a wrong token has no separate limit', async () => {
    const caller = wrong()
    for (let count = 0; count < 5; count++) expect(await codes([caller], newAddress())).toEqual([wrongly])
  })

  test('an address has a limit for requests without credentials, which count against nothing else', async () => {
    const address = newAddress()
    expect(await codes([null, null], address)).toEqual([wrongly, wrongly])
    expect(expectLimited(await send(lane, null, address), 2)).toBe(60)
    expect(await codes([wrong(), wrong()], address)).toEqual([wrongly, wrongly])
    expect(await codes([paula, paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok', over])
    expect(await codes([null], newAddress())).toEqual([wrongly])
    now += 60_000
    expect(await codes([null], address)).toEqual([wrongly])
  })

  test('without a trusted proxy, the address is that of the socket', async () => {
    await send(lane, paula, newAddress(), withoutProxy.url)
    now += 60_000
    const codes: string[] = []
    for (const caller of [paula, wrong(), wrong(), wrong(), wrong(), paula]) {
      codes.push(codeOf(await send(lane, caller, newAddress(), withoutProxy.url)))
    }
    const refused = Array<string>(2).fill(over)
    expect(codes).toEqual(['ok', wrongly, wrongly, ...refused, 'ok'])
  })
})

const input = { login: 'PARTY', email: 'paula@example.com' }
const loginQuery = `mutation ($input: CreateSessionInput!) {
  createSession(input: $input) { ... on CreateSessionPayload { token } }
}`
const loginLanes: Lane[] = [
  { name: 'REST', request: { method: 'POST', path: '/api/v4/sessions', headers: json, body: JSON.stringify(input) } },
  { name: 'GraphQL', request: { ...post, body: JSON.stringify({ query: loginQuery, variables: { input } }) } },
]

describe.each(loginLanes)('a secret over $name', ({ request }) => {
  const login = (value: string, address: string) => {
    const headers = { ...request.headers, 'service-touchpoint': 'web', 'service-secret': value, ...from(address) }
    return sendRaw(server.url, { ...request, headers })
  }
  const codes = async (values: string[], address: string) => {
    const answers: string[] = []
    for (const value of values) {
      const answer = await login(value, address)
      answers.push(answer.status === 201 ? 'ok' : codeOf(answer))
    }
    return answers
  }

  const wrongSecret = () => `cgs_guess-${++lastToken}`

  // Another test may have been the first to send it.
  beforeEach(async () => {
    await login(secret, newAddress())
    now += 60_000
  })

  test('counts against its touchpoint, so that one address can log in many people', async () => {
    const address = newAddress()
    expect(await codes(Array(5).fill(secret), address)).toEqual(Array(5).fill('ok'))
    expectLimited(await login(secret, newAddress()), 5)
    expect(await codes([wrongSecret(), wrongSecret()], address)).toEqual([wrongly, wrongly])
  })

  test('that is wrong counts against its address, and does not lock out the right one', async () => {
    const address = newAddress()
    expect(await codes([wrongSecret(), wrongSecret(), wrongSecret()], address)).toEqual([wrongly, wrongly, over])
    expectLimited(await login(wrongSecret(), address), 2)
    expect(await codes(Array(5).fill(secret), address)).toEqual(Array(5).fill('ok'))
  })

  test('that is new does not need the limit of its address', async () => {
    const address = newAddress()
    await codes([wrongSecret(), wrongSecret()], address)
    const added = wrongSecret()
    await sql(
      server.database,
      `insert into touchpoint_secrets (touchpoint_code, secret_hash) values ('web', sha256($1::text::bytea))`,
      [added],
    )
    expect(await codes([added, added], address)).toEqual(['ok', 'ok'])
    const change = `update touchpoint_secrets set revoked_at = now() where secret_hash = sha256($1::text::bytea)`
    await sql(server.database, change, [added])
    expect(await codes([added, added], address)).toEqual([wrongly, over])
  })

  test('creates sessions that do not count by address', async () => {
    const token = /"token":"([\w-]+)"/.exec((await login(secret, newAddress())).body)?.[1] ?? ''
    expect(limitHeaders(await send(rest, { touchpoint: 'web', token }, newAddress()))).toMatchObject(leftOf(3, 2))
  })
})

test('a request that is rejected without a statement does not end a session', async () => {
  const address = newAddress()
  await Promise.all([wrong(), wrong()].map((caller) => send(rest, caller, address)))
  const headers = { ...credentialHeaders(olga), ...from(address), 'content-type': 'application/json' }
  const malformed = await sendRaw(server.url, { method: 'PUT', path: '/api/v4/cases/1001', headers, body: '[' })
  expect(problemOf(malformed).code).toBe('malformedRequest')
  expect(codeOf(await send(rest, olga, address))).toBe('forbidden')
})

describe('a caller over a limit', () => {
  test('can still read health, OPTIONS and the schema', async () => {
    const address = newAddress()
    for (let count = 0; count < 2; count++) await send(rest, wrong(), address)
    expectLimited(await send(rest, wrong(), address), 2)
    const headers = { ...credentialHeaders(wrong()), ...from(address) }
    for (let count = 0; count < 10; count++) {
      expect((await sendRaw(server.url, { path: '/livez', headers })).status).toBe(200)
      expect((await sendRaw(server.url, { path: '/readyz', headers })).status).toBe(200)
      const options = { method: 'OPTIONS', headers }
      expect((await sendRaw(server.url, { path: '/api/v4/cases/typecategory', ...options })).status).toBe(204)
      expect((await sendRaw(server.url, { path: '/graphql', ...options })).status).toBe(204)
      expect((await sendRaw(server.url, { path: '/api/v4/openapi.json', headers })).status).toBe(200)
    }
    for (let count = 0; count < 2; count++) {
      const schema = await sendRaw(server.url, { path: '/graphql?query={__typename}', headers: from(address) })
      expect([schema.status, JSON.parse(schema.body)]).toMatchObject([200, { data: { __typename: 'Query' } }])
    }
  })
})

describe('one GraphQL request', () => {
  const manyCases = `{ ${Array.from({ length: 10 }, (_, i) => `c${i}: case(id: "1001") { id }`).join(' ')} }`
  const lane = { name: '', request: { ...graphql.request, body: JSON.stringify({ query: manyCases }) } }

  test('counts once for its session, however many fields it has', async () => {
    const address = newAddress()
    const answers = []
    for (let count = 0; count < 4; count++) answers.push(codeOf(await send(lane, olga, address)))
    expect(answers).toEqual(['ok', 'ok', 'ok', over])
  })

  test('counts once for its address, however many fields it has', async () => {
    const address = newAddress()
    const answers = []
    for (let count = 0; count < 3; count++) answers.push(codeOf(await send(lane, wrong(), address)))
    expect(answers).toEqual([wrongly, wrongly, over])
  })
})

describe('limits', () => {
  test('are off by default on the embedded store and on by default on PostgreSQL', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/casegate'
    const usual = { session: 3_000, client: 60_000, address: 300 }
    expect(readConfig({}).rateLimits).toBeUndefined()
    expect(readConfig({ RATE_LIMIT: 'on' }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL, RATE_LIMIT: 'off' }).rateLimits).toBeUndefined()
    expect(readConfig({}).trustedProxies).toBe(0)
  })

  test('that are off reject no requests', async () => {
    const answers = Array.from({ length: 40 }, (_, i) => send(rest, i % 2 ? paula : wrong(), '', unlimited.url))
    expect(new Set((await Promise.all(answers)).map(codeOf))).toEqual(new Set(['ok', wrongly]))
  })
})

const servers = new Map(
  ['1', '2', '3'].map((proxies) => [proxies, useServer({ env: { ...limits, TRUST_PROXY: proxies }, now: () => 0 })]),
)

/** The statuses of three requests with wrong tokens, of which two are allowed per address. */
async function statuses(proxies: string, forwarded: (attempt: number) => string): Promise<number[]> {
  const found: number[] = []
  for (const attempt of [1, 2, 3]) {
    found.push((await send(rest, wrong(), forwarded(attempt), servers.get(proxies)!.url)).status)
  }
  return found
}

const limited = [401, 401, 429]
const separate = [401, 401, 401]

// Each proxy appends the address of its caller, so the last entry is the address of the last proxy but one.
test.each<[string, string, (attempt: number) => string, number[]]>([
  ['1', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.1`, limited],
  ['1', 'different clients', (n) => `198.51.100.7, 10.1.0.${n}`, separate],
  ['1', 'the same network of addresses with zones', (n) => `fe80::${n}%br-lan.${n}:x`, limited],
  ['2', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.2, 192.0.2.1`, limited],
  ['2', 'the same client through different inner proxies', (n) => `198.51.100.3, 192.0.2.${n}`, limited],
  ['2', 'different clients', (n) => `198.51.100.7, 10.2.0.${n}, 192.0.2.1`, separate],
  ['3', 'the same client behind forged entries', (n) => `10.9.9.${n}, 198.51.100.4, 192.0.2.9, 192.0.2.1`, limited],
  ['3', 'different clients', (n) => `10.3.0.${n}, 192.0.2.9, 192.0.2.1`, separate],
])('behind %s proxies, limits count %s', async (proxies, _claim, forwarded, expected) => {
  expect(await statuses(proxies, forwarded)).toEqual(expected)
})

test.each([
  ['on', 1],
  ['off', 0],
  ['0', 0],
  ['1', 1],
  ['99', 99],
])('TRUST_PROXY=%s is %i', (value, proxies) => expect(readConfig({ TRUST_PROXY: value }).trustedProxies).toBe(proxies))

test.each(['-1', '100', '1.5', 'yes', '10.0.0.1'])('TRUST_PROXY=%s is invalid', (value) => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow('TRUST_PROXY: must be on, off, or the number of proxies')
})
