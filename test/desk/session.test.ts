import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { findDemoLogins } from '../../src/desk/demonstration.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { deskSecret } from '../support/browser/desk.ts'
import { sql } from '../support/database/database.ts'
import { ada, credentialHeaders, odette, olga, oona, paula } from '../support/requests/credentials.ts'
import { problemOf, type RawResponse, sendRaw } from '../support/requests/http.ts'
import { type TestServer, useServer } from '../support/server/server.ts'

const env = { ...deskSecret.env, DESK: 'on', TRUST_PROXY: 'on' }
const server = useServer({ data: deskSecret.data, env })
const behindProxy = useServer({ data: deskSecret.data, env: { ...env, DESK_ADDRESS_HEADER: 'X-Forwarded-Email' } })
let now = 0
const limits = { RATE_LIMIT: 'on', RATE_LIMIT_ADDRESS: '3', RATE_LIMIT_SESSION: '100' }
// Nothing listens there.
const issuer = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_ALLOWED_NETWORKS: '127.0.0.1/32', OIDC_AUDIENCE: 'cases' }
const limited = useServer({
  data: deskSecret.data,
  env: { ...env, ...limits, ...issuer, DESK_OIDC_CLIENT_ID: 'desk' },
  now: () => now,
})

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const overTls = { 'x-forwarded-proto': 'https' }

type Headers = Record<string, string>

function signIn(body: object, headers: Headers = {}, { url }: TestServer = server): Promise<RawResponse> {
  return sendRaw(url, {
    method: 'POST',
    path: '/desk/session',
    headers: { ...own, ...headers },
    body: JSON.stringify(body),
  })
}

function setCookie({ headers }: RawResponse): string {
  const [cookie = '', ...others] = headers['set-cookie'] ?? []
  expect(others).toEqual([])
  return cookie
}

/** Signs in and returns the Cookie header. */
async function cookieFor(body: object, headers: Headers = {}): Promise<string> {
  const answer = await signIn(body, headers)
  expect([answer.status, answer.body]).toEqual([204, ''])
  return setCookie(answer).split(';')[0]!
}

const byToken = (credentials: typeof olga) => ({ way: 'TOKEN', ...credentials })

async function viewer(
  cookie: string | undefined,
  headers: Headers = {},
  path = '/desk/graphql',
  { url } = server,
): Promise<unknown> {
  const answer = await sendRaw(url, {
    method: 'POST',
    path,
    headers: { ...own, ...(cookie !== undefined && { cookie }), ...headers },
    body: JSON.stringify({ query: '{ viewer { email } }' }),
  })
  const { data, errors } = JSON.parse(answer.body) as {
    data?: { viewer: { email: string } | null }
    errors?: { extensions: { code: string } }[]
  }
  return errors?.[0]?.extensions.code ?? data?.viewer?.email
}

async function shown(cookie?: string, headers: Headers = {}, { url }: TestServer = server) {
  const all = { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }), ...headers }
  const answer = await sendRaw(url, { path: '/desk/session', headers: all })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return JSON.parse(answer.body) as { session: string | null; ways: object[] }
}

function signOut(cookie: string, headers: Headers = own): Promise<RawResponse> {
  return sendRaw(server.url, { method: 'DELETE', path: '/desk/session', headers: { cookie, ...headers } })
}

describe('the cookie', () => {
  test('is hidden from scripts, and is sent only to the desk and only by its own site', async () => {
    const cookie = setCookie(await signIn({ way: 'EMAIL', email: 'olga@example.com' }))
    const [value, ...attributes] = cookie.split('; ')
    expect(value).toMatch(/^casegate-desk=[^;]{60,}$/)
    expect(attributes).toEqual([
      expect.stringMatching(/^Max-Age=43(199|200)$/),
      'Path=/desk',
      'HttpOnly',
      'SameSite=Strict',
    ])
    // This session does not end.
    expect(setCookie(await signIn(byToken(odette)))).not.toContain('Max-Age')
  })

  test('belongs to this host alone over TLS', async () => {
    const cookie = setCookie(await signIn({ way: 'EMAIL', email: 'olga@example.com' }, overTls))
    const [value = '', , ...attributes] = cookie.split('; ')
    expect(value).toMatch(/^__Host-casegate-desk=[^;]{60,}$/)
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
    expect(await viewer(value, overTls)).toBe('olga@example.com')
    expect(await viewer(value)).toBe('UNAUTHENTICATED')
    // The path includes the APIs, which accept no cookie.
    expect(await viewer(value, overTls, '/graphql')).toBe('UNAUTHENTICATED')
    const headers = { ...own, ...overTls, cookie: value }
    expect(await sendRaw(server.url, { path: '/api/v4/viewer', headers })).toMatchObject({ status: 401 })
    const deleted = setCookie(await signOut(value, { ...own, ...overTls }))
    expect(deleted).toMatch(/^__Host-casegate-desk=; (?=.*Path=\/;)(?=.*Secure)(?=.*Expires=Thu, 01 Jan 1970)/)
    expect(await viewer(value, overTls)).toBe('UNAUTHENTICATED')
  })

  test.each([{}, overTls])('does not count if there is a second one of its name, %o', async (headers: Headers) => {
    const first = await cookieFor(byToken(odette), headers)
    const second = await cookieFor(byToken(olga), headers)
    const name = first.split('=')[0]
    const same = [`${first}; ${second}`, `${first};${first}`, `${name}=; ${first}`, `${first}; a=b; ${name}`]
    for (const cookie of same) {
      expect(await viewer(cookie, headers), cookie).toBe('UNAUTHENTICATED')
      expect(await shown(cookie, headers)).toMatchObject({ session: null })
    }
    for (const cookie of [`a=b; ${first}`, `${first}; x${second}`, `${name}x=1;  ${first} `]) {
      expect(await viewer(cookie, headers), cookie).toBe('odette@example.com')
    }
  })

  test('is the only credential of the desk, and none of the APIs', async () => {
    const cookie = await cookieFor(byToken(odette))
    expect(await viewer(cookie)).toBe('odette@example.com')
    expect(await viewer(cookie, credentialHeaders(paula))).toBe('odette@example.com')
    expect(await viewer(undefined, credentialHeaders(paula))).toBe('UNAUTHENTICATED')
    expect(await viewer(cookie, {}, '/graphql')).toBe('UNAUTHENTICATED')
    expect(await viewer(cookie, credentialHeaders(paula), '/graphql')).toBe('paula@example.com')
    for (const path of ['/api/v4/viewer', '/api/v4/cases/1001']) {
      expect(await sendRaw(server.url, { path, headers: { ...own, cookie } })).toMatchObject({ status: 401 })
    }
  })

  test('is not used by a tab that shows the data of another session', async () => {
    const cookie = await cookieFor(byToken(odette))
    const { session } = await shown(cookie)
    const other = await shown(await cookieFor(byToken(olga)))
    expect(session).not.toBe(other.session)
    expect(await viewer(cookie, { 'desk-session': session! })).toBe('odette@example.com')
    expect(await viewer(cookie, { 'desk-session': other.session! })).toBe('UNAUTHENTICATED')
  })

  test.each([
    '',
    'casegate-desk=',
    'casegate-desk=%',
    'casegate-desk=token%3Dx',
    'casegate-desk=touchpoint%3Ddesk%26token%3Dx',
  ])('that is invalid, such as %j, signs nobody in', async (cookie) => {
    expect(await viewer(cookie)).toBe('UNAUTHENTICATED')
    expect(await shown(cookie)).toMatchObject({ session: null })
    expect(await signOut(cookie)).toMatchObject({ status: 204 })
  })
})

describe('requests of other sites are rejected:', () => {
  const rejected: [string, Headers][] = [
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of another host of the domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another origin, over http', { origin: 'http://attacker.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['an unknown page', {}],
  ]

  test.each(rejected)('from %s', async (_whom, headers) => {
    const cookie = await cookieFor({ way: 'EMAIL', email: 'olga@example.com' })
    const all = { 'content-type': 'application/json', cookie, ...headers }
    const body = JSON.stringify(byToken(paula))
    const answer = await sendRaw(server.url, { method: 'POST', path: '/desk/session', headers: all, body })
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await signOut(cookie, headers)).toMatchObject({ status: 403 })
    const graphql = { method: 'POST', path: '/desk/graphql', headers: all, body: '{"query":"{ viewer { email } }"}' }
    expect(await sendRaw(server.url, graphql)).toMatchObject({ status: 403 })
    expect(await viewer(cookie)).toBe('olga@example.com')
  })

  test('and accepted with the origin of the page, if the browser sends nothing better', async () => {
    const { host } = new URL(server.url)
    const { 'sec-fetch-site': _, ...others } = own
    const headers = { ...others, origin: `http://${host}` }
    const all = { method: 'POST', path: '/desk/session', headers, body: JSON.stringify(byToken(odette)) }
    expect(await sendRaw(server.url, all)).toMatchObject({ status: 204 })
    const proxied = {
      ...headers,
      'x-forwarded-host': 'desk.example.com',
      origin: 'https://desk.example.com',
      ...overTls,
    }
    expect(await sendRaw(server.url, { ...all, headers: proxied })).toMatchObject({ status: 204 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])('a form (%s)', async (type) => {
    const cookie = await cookieFor(byToken(odette))
    expect(await signIn(byToken(odette), { 'content-type': type })).toMatchObject({ status: 415 })
    const body = '{"query":"{ viewer { email } }"}'
    const headers = { ...own, cookie, 'content-type': type }
    expect(await sendRaw(server.url, { method: 'POST', path: '/desk/graphql', headers, body })).toMatchObject({
      status: 415,
    })
  })

  test('queries in the address', async () => {
    const cookie = await cookieFor(byToken(odette))
    const path = '/desk/graphql?query=%7Bviewer%7Bemail%7D%7D'
    expect(await sendRaw(server.url, { path, headers: { ...own, cookie } })).toMatchObject({ status: 405 })
  })
})

describe('signing in', () => {
  test('with an address opens a session of the first login kind that the person has', async () => {
    for (const email of ['odette@example.com', 'paula@example.com']) {
      const cookie = await cookieFor({ way: 'EMAIL', email })
      expect(await viewer(cookie)).toBe(email)
    }
  })

  test.each([
    ['nobody@example.com', 'personNotValid'],
    ['oona@example.com', 'blocked'],
    ['carla@example.com', 'personNotValid'],
  ])('as %s fails with %s', async (email, code) => {
    const answer = await signIn({ way: 'EMAIL', email })
    expect(problemOf(answer)).toMatchObject({ status: 400, code })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['wrong token', { ...olga, token: 'wrong' }],
    ['wrong touchpoint', { ...olga, touchpoint: 'web' }],
    ['blocked', oona],
  ])('with a token fails: %s', async (_why, credentials) => {
    const answer = await signIn(byToken(credentials))
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each([
    {},
    { way: 'EMAIL' },
    { way: 'EMAIL', email: '' },
    { way: 'EMAIL', email: 7 },
    { way: 'TOKEN', token: 'x' },
    { way: 'ISSUER' },
    { way: 'PROXY' },
    { way: 'DEMONSTRATION', login: 'OPERATOR' },
  ])('in a way that is not offered fails: %j', async (body) => {
    expect(problemOf(await signIn(body))).toMatchObject({ status: 400, code: 'malformedRequest' })
  })

  test('is offered in the ways that the settings allow', async () => {
    expect(await shown()).toEqual({ session: null, ways: [{ way: 'EMAIL' }, { way: 'TOKEN' }] })
  })

  test('behind a proxy takes the address from its header only', async () => {
    const header = { 'x-forwarded-email': 'odette@example.com' }
    expect((await shown(undefined, {}, behindProxy)).ways).toEqual([{ way: 'TOKEN' }])
    const { ways } = await shown(undefined, header, behindProxy)
    expect(ways).toEqual([{ way: 'PROXY', email: 'odette@example.com' }, { way: 'TOKEN' }])
    const cookie = setCookie(await signIn({ way: 'PROXY' }, header, behindProxy)).split(';')[0]
    expect(await viewer(cookie, {}, undefined, behindProxy)).toBe('odette@example.com')
    expect(await signIn({ way: 'PROXY' }, {}, behindProxy)).toMatchObject({ status: 400 })
    expect(await signIn({ way: 'EMAIL', email: 'olga@example.com' }, header, behindProxy)).toMatchObject({
      status: 400,
    })
  })
})

describe('limits of an address:', () => {
  const email = { way: 'EMAIL', email: 'olga@example.com' }
  const wrongToken = () => ({ ...byToken(olga), token: `guess-${Math.random()}` })

  // Each test has other accepted sessions and another minute.
  let address: Headers
  let lastAddress = 0
  beforeEach(() => {
    now += 60_000
    address = { 'x-forwarded-for': `10.1.0.${++lastAddress}` }
  })

  async function times(count: number, send: () => Promise<RawResponse>): Promise<number[]> {
    const statuses: number[] = []
    for (let sent = 0; sent < count; sent++) statuses.push((await send()).status)
    return statuses
  }
  const anonymous = () => sendRaw(limited.url, { path: '/api/v4/sessions', headers: address })
  const guess = () => signIn(wrongToken(), address, limited)
  const guessInHeaders = () =>
    sendRaw(limited.url, { path: '/api/v4/sessions', headers: { ...address, ...credentialHeaders(wrongToken()) } })
  const byEmail = () => signIn(email, address, limited)
  const page = (headers: Headers = {}) =>
    sendRaw(limited.url, { path: '/desk/session', headers: { ...own, ...address, ...headers } })

  async function expectSignIns(token: typeof olga) {
    expect((await page()).status).toBe(200)
    expect((await page({ cookie: 'casegate-desk=touchpoint%3Ddesk%26token%3Dold' })).status).toBe(200)
    expect((await byEmail()).status).toBe(204)
    expect((await signIn(byToken(token), address, limited)).status).toBe(204)
  }

  test('requests without credentials do not keep people from signing in', async () => {
    expect(await times(4, anonymous)).toEqual([401, 401, 401, 429])
    await expectSignIns(olga)
  })

  test('requests without credentials do not keep people from signing in at an issuer', async () => {
    expect(await times(4, anonymous)).toEqual([401, 401, 401, 429])
    const issuerRoute = (path: string) => sendRaw(limited.url, { path, headers: { ...own, ...address } })
    expect((await page()).status).toBe(200)
    expect(await times(1, () => issuerRoute('/desk/sign-in'))).toEqual([302])
    expect(await times(2, () => issuerRoute('/desk/callback'))).toEqual([302, 429])
  })

  test('wrong tokens do not keep people from signing in, and count together', async () => {
    expect(await times(2, guess)).toEqual([401, 401])
    expect(await times(2, guessInHeaders)).toEqual([401, 429])
    expect(await times(1, guess)).toEqual([429])
    await expectSignIns(odette)
  })

  test('sign-ins have one, which locks out no valid token', async () => {
    expect(await times(2, page)).toEqual([200, 200])
    expect(await times(2, byEmail)).toEqual([204, 429])
    expect((await page()).status).toBe(429)
    expect((await signIn({ way: 'NONE' }, address, limited)).status).toBe(429)
    expect(await times(4, () => signIn(byToken(paula), address, limited))).toEqual([204, 204, 204, 204])
    expect((await page(await cookieOf(paula))).status).toBe(200)
    // The first request with Paula's token counted like a guess.
    expect(await times(3, guess)).toEqual([401, 401, 429])
    expect(await times(1, anonymous)).toEqual([401])
  })

  const cookieOf = async (person: typeof olga) => {
    const headers = { 'x-forwarded-for': '10.2.0.1' }
    return { cookie: setCookie(await signIn(byToken(person), headers, limited)).split(';')[0]! }
  }
})

describe('signing out', () => {
  test('revokes the session and deletes the cookie', async () => {
    const cookie = await cookieFor({ way: 'EMAIL', email: 'olga@example.com' })
    const other = await cookieFor({ way: 'EMAIL', email: 'olga@example.com' })
    const answer = await signOut(cookie)
    expect(answer.status).toBe(204)
    expect(setCookie(answer)).toMatch(
      /^casegate-desk=; Max-Age=0; Path=\/desk; Expires=Thu, 01 Jan 1970[^;]*; HttpOnly; SameSite=Strict$/,
    )
    expect(await viewer(cookie)).toBe('UNAUTHENTICATED')
    expect(await shown(cookie)).toMatchObject({ session: null })
    expect(await viewer(other)).toBe('olga@example.com')
    expect(await signOut(cookie)).toMatchObject({ status: 204 })
  })
})

describe('signing in at an issuer', () => {
  const address = { 'x-forwarded-for': '10.3.0.1' }
  const redirected = async (path: string, headers: Headers = {}) => {
    now += 60_000
    const answer = await sendRaw(limited.url, { path, headers: { ...own, ...address, ...headers } })
    return { status: answer.status, to: answer.headers.location, cookie: setCookie(answer) }
  }

  test.each([
    ['/desk', '/desk'],
    ['/desk/cases/1', '/desk/cases/1'],
    ['/desk?x=1', '/desk?x=1'],
    ['/deskx', '/desk'],
    ['/desk.attacker.example', '/desk'],
    ['/desk/../deskx', '/desk'],
    ['//attacker.example/desk', '/desk'],
    ['https://attacker.example/desk', '/desk'],
    ['/api/v4/viewer', '/desk'],
  ])('leads from to=%s to %s', async (to, path) => {
    const failed = `${path}${path.includes('?') ? '&' : '?'}sign-in=failed`
    expect(await redirected(`/desk/sign-in?to=${encodeURIComponent(to)}`)).toMatchObject({ status: 302, to: failed })
  })

  test.each([
    ['casegate-sign-in-s', {}, ''],
    ['__Host-casegate-sign-in-s', overTls, ' Secure;'],
  ])('deletes the cookie %s when it ends', async (name, headers, secure) => {
    const value = encodeURIComponent('nonce=n&verifier=v&to=/desk/cases')
    const answer = await redirected('/desk/callback?code=x&state=s', { cookie: `${name}=${value}`, ...headers })
    expect(answer).toMatchObject({ status: 302, to: '/desk/cases?sign-in=failed' })
    expect(answer.cookie).toMatch(
      new RegExp(`^${name}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970[^;]*; HttpOnly;${secure} SameSite=Lax$`),
    )
    expect((await redirected('/desk/callback?code=x&state=s', headers)).cookie).toBe('')
  })

  test('takes only the cookie of its state, so that others that have begun can finish', async () => {
    const cookie = ['a', 'b'].map((state) => `casegate-sign-in-${state}=nonce%3Dn%26verifier%3Dv%26to%3D/desk/${state}`)
    const callback = (state: string) => redirected(`/desk/callback?code=x${state}`, { cookie: cookie.join('; ') })
    expect(await callback('&state=b')).toMatchObject({ to: '/desk/b?sign-in=failed' })
    expect((await callback('&state=b')).cookie).toMatch(/^casegate-sign-in-b=;/)
    for (const wrong of ['', '&state=', '&state=c']) {
      expect(await callback(wrong)).toEqual({ status: 302, to: '/desk?sign-in=failed', cookie: '' })
    }
  })
})

test('the demonstration data offers the people whose secrets are valid', async () => {
  const touchpoints = [
    { code: 'desk', name: 'Desk', logins: ['OPERATOR'], secrets: ['cgs_demo-desk'] },
    { code: 'web', name: 'Web', logins: ['PARTY'], secrets: ['cgs_demo-web'] },
  ]
  await importData(server.database, { touchpoints })
  expect(await findDemoLogins(server.database)).toMatchObject([{ firstname: 'Olga' }, { firstname: 'Paula' }])
  await importData(server.database, {
    admins: [{ email: 'ada@example.com', firstname: 'Ada' }],
    sessions: [{ token: ada.token, touchpointCode: 'desk', login: 'ADMIN', email: 'ada@example.com' }],
  })
  await sql(server.database, `update touchpoint_secrets set revoked_at = now() where touchpoint_code = 'desk'`)
  expect(await findDemoLogins(server.database)).toMatchObject([{ firstname: 'Paula' }, { firstname: 'Ada' }])
})

test.each([
  [{ DESK_TOUCHPOINT: 'web' }, 'DESK_TOUCHPOINT: is no longer a setting: DESK_SECRET identifies its touchpoint'],
  [{ DESK_ADDRESS_HEADER: 'X-Email' }, 'DESK_ADDRESS_HEADER: cannot be set unless DESK_SECRET is set'],
  [
    { ...env, DESK_ADDRESS_HEADER: 'X Email' },
    'DESK_ADDRESS_HEADER: must be the name of a header such as X-Forwarded-Email',
  ],
  [{ DESK_OIDC_CLIENT_ID: 'desk' }, 'DESK_OIDC_CLIENT_ID: cannot be set unless OIDC_ISSUER is set'],
  [{ DESK_OIDC_CLIENT_SECRET: 'x' }, 'DESK_OIDC_CLIENT_SECRET: cannot be set unless DESK_OIDC_CLIENT_ID is set'],
  [{ DESK_OIDC_PARAMETERS: 'scope=email' }, 'DESK_OIDC_PARAMETERS: must have a scope that contains openid'],
  [
    { ...deskSecret.env, HOST: '0.0.0.0' },
    'DESK_SECRET: cannot be set without DESK_ADDRESS_HEADER unless HOST is a loopback address',
  ],
])('the settings %j are refused', (settings, message) => {
  // No other setting is named.
  expect(() => readConfig(settings)).toThrow(
    expect.objectContaining({ message: `Invalid configuration:\n  ${message}` }),
  )
})

test('behind a proxy that names people, any HOST is accepted', () => {
  const settings = { ...deskSecret.env, HOST: '0.0.0.0', DESK_ADDRESS_HEADER: 'X-Forwarded-Email' }
  expect(readConfig(settings).deskSignIn.addressHeader).toBe('x-forwarded-email')
})

// Last: it reads the whole log.
test('nothing secret is logged', () => {
  const secrets = [deskSecret.env.DESK_SECRET, olga.token, odette.token, paula.token, 'casegate-desk', '@example.com']
  for (const line of [...server.log, ...behindProxy.log, ...limited.log])
    for (const secret of secrets) expect(line).not.toContain(secret)
})
