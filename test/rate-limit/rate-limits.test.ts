import { beforeEach, describe, expect, test } from 'vitest'
import { createSession, revokeSessions } from '../../src/auth/sessions/sessions.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Database } from '../../src/database/database.ts'
import type { Statement } from '../../src/database/statement.ts'
import { RequestError } from '../../src/errors/request-error.ts'
import {
  type Credentials,
  carla,
  credentialHeaders,
  olga,
  paula,
  paulaOnApp,
  pedro,
} from '../support/requests/credentials.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { problemOf, type RawResponse, type RawRequest, sendRaw } from '../support/requests/http.ts'
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

/** Returns the seconds of Retry-After. */
function expectLimited(answer: RawResponse, limit: number): number {
  expect([answer.status, codeOf(answer)]).toEqual([429, 'tooManyRequests'])
  const { 'retry-after': retryAfter } = answer.headers
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
  expect(limitHeaders(answer)).toEqual({
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': '0',
    'ratelimit-reset': retryAfter,
  })
  return Number(retryAfter)
}

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
    expect(codeOf(await send(lane, paula, address))).toBe('tooManyRequests')
    now += 1000
    expect(await codes([paula], address)).toEqual(['ok'])
  })

  test('the headers show how many requests are left', async () => {
    const address = newAddress()
    for (const remaining of ['2', '1', '0']) {
      expect(limitHeaders(await send(lane, paula, address))).toEqual({
        'ratelimit-limit': '3',
        'ratelimit-remaining': remaining,
        'ratelimit-reset': '60',
      })
    }
    expect(limitHeaders(await send(lane, wrong(), address))).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
    })
    expect(limitHeaders(await send(lane, null, address))).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
    })
    expect(limitHeaders(await send(lane, paula, address, unlimited.url))).toEqual({})
  })

  test('the headers describe the touchpoint if less is left of its limit', async () => {
    await codes([paula, paula, pedro, pedro], newAddress())
    expect(limitHeaders(await send(lane, carla, newAddress()))).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
    })
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
      expect(await codes([wrong()], newAddress())).toEqual(['unauthenticated'])
      expect(await codes([elsewhere], newAddress())).toEqual(['unauthenticated'])
    }
    expect(await codes([paula, pedro, carla, paula, pedro], newAddress())).toEqual(Array(5).fill('ok'))
  })

  test('an address has a limit for tokens that are not accepted', async () => {
    const address = newAddress()
    const repeated = wrong()
    expect(await codes([paula, repeated, repeated], address)).toEqual(['ok', 'unauthenticated', 'unauthenticated'])
    for (const caller of [wrong(), repeated, elsewhere]) {
      expect(expectLimited(await send(lane, caller, address), 2)).toBe(60)
    }
    expect(await codes([paula, wrong()], newAddress())).toEqual(['ok', 'unauthenticated'])
    now += 60_000
    expect(await codes([wrong()], address)).toEqual(['unauthenticated'])
  })

  test('an address over its limit does not lock out a new session', async () => {
    const [{ caller }, { caller: other }, ended] = await Promise.all([newSession(), newSession(), newSession()])
    await revokeSessions(server.database, [ended.id])
    const address = newAddress()
    expect(await codes([wrong(), wrong(), ended.caller], address)).toEqual([
      'unauthenticated',
      'unauthenticated',
      'tooManyRequests',
    ])
    for (const remaining of ['2', '1', '0']) {
      const answer = await send(lane, caller, address)
      expect([codeOf(answer), limitHeaders(answer)['ratelimit-remaining']]).toEqual(['ok', remaining])
    }
    expectLimited(await send(lane, caller, address), 3)
    expect(await codes([{ ...other, touchpoint: 'app' }, other], address)).toEqual(['tooManyRequests', 'ok'])
  })

  test('new tokens from an address over its limit are looked up together, one statement at a time', async () => {
    const { caller } = await newSession()
    const address = newAddress()
    await codes([wrong(), wrong()], address)
    mostRunning = 0
    const guesses = Array.from({ length: 40 }, async () => codeOf(await send(lane, wrong(), address)))
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['tooManyRequests']))
    expect(mostRunning).toBe(1)
    expect(await codes([caller], address)).toEqual(['ok'])
  })

  test('while the database cannot be reached, an address over its limit gets 503', async () => {
    const address = newAddress()
    await codes([wrong(), wrong()], address)
    isAway = true
    expect((await send(lane, wrong(), address)).status).toBe(503)
    isAway = false
    expect(await codes([wrong()], address)).toEqual(['tooManyRequests'])
  })

  test('an address over its limit does not lock out a session that was accepted before', async () => {
    const { caller } = await newSession()
    const address = newAddress()
    expect(await codes([caller, wrong(), wrong()], address)).toEqual(['ok', 'unauthenticated', 'tooManyRequests'])
    // Its limit is the same as elsewhere.
    expect(await codes([caller, caller], address)).toEqual(['ok', 'ok'])
    expect(await codes([caller], newAddress())).toEqual(['ok'])
    expectLimited(await send(lane, caller, address), 3)
  })

  test('the first request of a session counts by address', async () => {
    const address = newAddress()
    const { caller } = await newSession()
    expect(await codes([caller, caller, wrong(), wrong()], address)).toEqual([
      'ok',
      'ok',
      'unauthenticated',
      'tooManyRequests',
    ])
  })

  test('a session that ends counts by address from its next request on', async () => {
    const { id, caller } = await newSession()
    expect(await codes([caller], newAddress())).toEqual(['ok'])
    await revokeSessions(server.database, [id])
    const address = newAddress()
    expect(await codes([caller, caller, caller], address)).toEqual(Array(3).fill('unauthenticated'))
    expectLimited(await send(lane, caller, address), 2)
    expect(await codes([caller], newAddress())).toEqual(['unauthenticated'])
  })

  test('a session stays accepted while the database cannot be reached', async () => {
    const address = newAddress()
    isAway = true
    expect(await codes([paula, paula, wrong(), wrong()], address)).toEqual(Array(4).fill('unavailable'))
    isAway = false
    expect(await codes([wrong(), paula], address)).toEqual(['tooManyRequests', 'ok'])
  })

  test('the addresses of one IPv6 network share a limit', async () => {
    const network = `2001:db8:${++lastAddress}`
    expect(await codes([wrong()], `${network}::1`)).toEqual(['unauthenticated'])
    expect(await codes([wrong()], `${network}::2:1`)).toEqual(['unauthenticated'])
    expect(await codes([wrong()], `${network}::3`)).toEqual(['tooManyRequests'])
    expect(await codes([wrong()], `${network}:1::3`)).toEqual(['unauthenticated'])
  })

  test("another touchpoint than the token's counts by address, and does not affect the session", async () => {
    const address = newAddress()
    expect(await codes([elsewhere, elsewhere, wrong()], address)).toEqual([
      'unauthenticated',
      'unauthenticated',
      'tooManyRequests',
    ])
    const before = statements
    expect(await codes([paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok'])
    expect(statements - before).toBe(3)
  })

  test('a burst of wrong tokens does not exceed the limit of its address', async () => {
    const address = newAddress()
    const burst = Array.from({ length: 40 }, async () => codeOf(await send(lane, wrong(), address)))
    const counts = Object.groupBy(await Promise.all(burst), (code) => code)
    expect([counts['unauthenticated']?.length, counts['tooManyRequests']?.length]).toEqual([2, 38])
  })

  test('a burst of a session does not exceed its limit', async () => {
    const answers = Array.from({ length: 20 }, () => send(lane, paula, newAddress()))
    const counts = Object.groupBy((await Promise.all(answers)).map(codeOf), (code) => code)
    expect([counts['ok']?.length, counts['tooManyRequests']?.length]).toEqual([3, 17])
  })

  test('a wrong token has no separate limit', async () => {
    const caller = wrong()
    for (let count = 0; count < 5; count++) expect(await codes([caller], newAddress())).toEqual(['unauthenticated'])
  })

  test('an address has a limit for requests without credentials, which count against nothing else', async () => {
    const address = newAddress()
    expect(await codes([null, null], address)).toEqual(['unauthenticated', 'unauthenticated'])
    expect(expectLimited(await send(lane, null, address), 2)).toBe(60)
    expect(await codes([wrong(), wrong()], address)).toEqual(['unauthenticated', 'unauthenticated'])
    expect(await codes([paula, paula, paula, paula], address)).toEqual(['ok', 'ok', 'ok', 'tooManyRequests'])
    expect(await codes([null], newAddress())).toEqual(['unauthenticated'])
    now += 60_000
    expect(await codes([null], address)).toEqual(['unauthenticated'])
  })

  test('without a trusted proxy, the address is that of the socket', async () => {
    await send(lane, paula, newAddress(), withoutProxy.url)
    now += 60_000
    const codes: string[] = []
    for (const caller of [paula, wrong(), wrong(), wrong(), wrong(), paula]) {
      codes.push(codeOf(await send(lane, caller, newAddress(), withoutProxy.url)))
    }
    const refused = Array<string>(2).fill('tooManyRequests')
    expect(codes).toEqual(['ok', 'unauthenticated', 'unauthenticated', ...refused, 'ok'])
  })
})

const input = { login: 'PARTY', email: 'paula@example.com' }
const json = { 'content-type': 'application/json' }
const loginQuery = `mutation ($input: CreateSessionInput!) {
  createSession(input: $input) { ... on CreateSessionPayload { token } }
}`
const loginLanes: Lane[] = [
  {
    name: 'REST',
    request: { method: 'POST', path: '/api/v4/sessions', headers: json, body: JSON.stringify(input) },
  },
  {
    name: 'GraphQL',
    request: {
      method: 'POST',
      path: '/graphql',
      headers: json,
      body: JSON.stringify({ query: loginQuery, variables: { input } }),
    },
  },
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
    expect(await codes([wrongSecret(), wrongSecret()], address)).toEqual(['unauthenticated', 'unauthenticated'])
  })

  test('that is wrong counts against its address, and does not lock out the right one', async () => {
    const address = newAddress()
    const guesses = [wrongSecret(), wrongSecret(), wrongSecret()]
    expect(await codes(guesses, address)).toEqual(['unauthenticated', 'unauthenticated', 'tooManyRequests'])
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
    await sql(
      server.database,
      `update touchpoint_secrets set revoked_at = now() where secret_hash = sha256($1::text::bytea)`,
      [added],
    )
    expect(await codes([added, added], address)).toEqual(['unauthenticated', 'tooManyRequests'])
  })

  test('creates sessions that do not count by address', async () => {
    const token = /"token":"([\w-]+)"/.exec((await login(secret, newAddress())).body)?.[1] ?? ''
    expect(limitHeaders(await send(rest, { touchpoint: 'web', token }, newAddress()))).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '2',
    })
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
    expect(answers).toEqual(['ok', 'ok', 'ok', 'tooManyRequests'])
  })

  test('counts once for its address, however many fields it has', async () => {
    const address = newAddress()
    const answers = []
    for (let count = 0; count < 3; count++) answers.push(codeOf(await send(lane, wrong(), address)))
    expect(answers).toEqual(['unauthenticated', 'unauthenticated', 'tooManyRequests'])
  })
})

describe('limits', () => {
  test('are off by default on the embedded store and on by default on PostgreSQL', () => {
    const DATABASE_URL = 'postgresql://127.0.0.1/casegate'
    const usual = { session: 3_000, touchpoint: 60_000, address: 300 }
    expect(readConfig({}).rateLimits).toBeUndefined()
    expect(readConfig({ RATE_LIMIT: 'on' }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL }).rateLimits).toEqual(usual)
    expect(readConfig({ DATABASE_URL, RATE_LIMIT: 'off' }).rateLimits).toBeUndefined()
    expect(readConfig({}).trustedProxies).toBe(0)
  })

  test('that are off reject no requests', async () => {
    const answers = Array.from({ length: 40 }, (_, i) => send(rest, i % 2 ? paula : wrong(), '', unlimited.url))
    expect(new Set((await Promise.all(answers)).map(codeOf))).toEqual(new Set(['ok', 'unauthenticated']))
  })
})
