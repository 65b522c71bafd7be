import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession, revokeSessions } from '../../src/auth/sessions/sessions.ts'
import { revokeSecret } from '../../src/auth/touchpoint-secrets/touchpoint-secrets.ts'
import { issuedSecret } from '../support/issuer/issue-secret.ts'
import { configureItems } from '../../src/configuration/configure-items.ts'
import type { Database } from '../../src/database/database.ts'
import { freshDatabase, sql } from '../support/database/database.ts'
import { jwtForger } from '../support/issuer/forged-jwts.ts'
import { newToken, type Sent, wrongSecrets, wrongTokens } from '../support/issuer/forged-secrets.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

let keyFetches = 0
let visits = 0
const issuer = await TestIssuer.start({ algorithm: 'RS256' })
issuer.intercept = ({ url }) => {
  if (url === '/jwks') keyFetches++
  return false
}
const attacker = createServer((_request, response) => void (visits++, response.end('{"keys":[]}')))
await once(attacker.listen(0, '127.0.0.1'), 'listening')
const forge = await jwtForger(issuer, `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`)
afterAll(async () => {
  attacker.close()
  await issuer.stop()
})

let opened: Promise<Database> | undefined
const database = () => (opened ??= freshDatabase())
// The clock stands still, so that the keys are fetched once.
const now = () => 0
const server = useServer({ database, now, env: { ...issuer.env, RATE_LIMIT: 'off' } })
const limited = useServer({ database, now, env: { ...issuer.env, RATE_LIMIT: 'on', RATE_LIMIT_ADDRESS: '3' } })

const claims = { sub: 'sub-paula', client_id: 'web', casegate_login: 'PARTY' }
const newSession = (touchpoint: string, hours?: number) =>
  createSession(server.database, {
    touchpoint,
    login: 'PARTY',
    email: 'paula@example.com',
    ...(hours !== undefined && { hours }),
  })
let secret = ''
const known = {
  touchpoint: 'web',
  otherTouchpoint: 'app',
  tokens: { elsewhere: '', revoked: '', expired: '' },
  secrets: { elsewhere: '', revoked: '' },
}

beforeAll(async () => {
  const { database: db } = server
  await sql(db, `update persons set subject = $1 where kind = 'PARTY' and email_key = 'paula@example.com'`, [
    claims.sub,
  ])
  await configureItems(db, { touchpoints: ['web', 'app'].map((code) => ({ code, logins: ['PARTY'] })) })
  const revokedSecret = await issuedSecret(db, 'web')
  await revokeSecret(db, null, revokedSecret.id)
  secret = (await issuedSecret(db, 'web')).secret
  known.secrets = { elsewhere: (await issuedSecret(db, 'app')).secret, revoked: revokedSecret.secret }
  const revoked = await newSession('web')
  await revokeSessions(db, [revoked.id])
  const [elsewhere, expired] = [await newSession('app'), await newSession('web', 0)]
  known.tokens = { elsewhere: elsewhere.token, revoked: revoked.token, expired: expired.token }
})

const bearer = (jwt: string): Sent => ({ headers: { authorization: `Bearer ${jwt}` } })
const json = { 'content-type': 'application/json', accept: 'application/json' }
const withQuery = (path: string, query: Sent['query']) => (query ? `${path}?${new URLSearchParams(query)}` : path)

const overGraphql = (url: string, { headers, query: parameters }: Sent, query: string, input = {}) =>
  sendRaw(url, {
    method: 'POST',
    path: withQuery('/graphql', parameters),
    headers: { ...json, ...headers },
    body: JSON.stringify({ query, variables: { input } }),
  })

/** The status over REST and over GraphQL. */
async function statuses(...answers: Promise<RawResponse>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status, body }) => (body.includes('"UNAUTHENTICATED"') ? 401 : status))
}

/** Every operation but the creation of a session takes a token or a JWT. */
const read = (sent: Sent, url: string) =>
  statuses(
    sendRaw(url, { path: withQuery('/api/v4/cases', sent.query), headers: sent.headers }),
    overGraphql(url, sent, '{ viewer { id } }'),
  )

const input = { login: 'PARTY', email: 'paula@example.com' }
const login = (sent: Sent, url: string) =>
  statuses(
    sendRaw(url, {
      method: 'POST',
      path: withQuery('/api/v4/sessions', sent.query),
      headers: { ...json, ...sent.headers },
      body: JSON.stringify(input),
    }),
    overGraphql(
      url,
      sent,
      'mutation ($input: CreateSessionInput!) { createSession(input: $input) { __typename } }',
      input,
    ),
  )

/** Everything that is forged, each with other credentials than before. */
async function forged(): Promise<[name: string, send: (url: string) => Promise<number[]>][]> {
  const entries = Object.entries
  return [
    ...entries(await forge(claims)).map(([name, jwt]) => [name, (url: string) => read(bearer(jwt), url)] as const),
    ...entries(wrongTokens(known)).map(([name, sent]) => [name, (url: string) => read(sent, url)] as const),
    ...entries(wrongSecrets(known)).map(([name, sent]) => [name, (url: string) => login(sent, url)] as const),
  ].map(([name, send]) => [name, send])
}

test('no forged credentials are accepted, and all are rejected alike', async () => {
  for (const [name, send] of await forged()) expect([name, await send(server.url)]).toEqual([name, [401, 401]])
  expect(await read(bearer(await issuer.sign(claims)), server.url)).toEqual([200, 200])
})

test('colleagues behind the address of an attacker see no 401 and no 429', async () => {
  const fetches = keyFetches
  const seen = new Map<number, string>()
  for (const [index, [name, send]] of (await forged()).entries()) {
    for (const status of await send(limited.url)) seen.set(status, name)
    if (index % 6 !== 5) continue
    const { token } = await newSession('web')
    const jwt = await issuer.sign({ ...claims, jti: newToken() })
    const withToken = { headers: { 'service-touchpoint': 'web', 'service-token': token } }
    const withSecret = { headers: { 'service-touchpoint': 'web', 'service-secret': secret } }
    expect([
      name,
      await read(withToken, limited.url),
      await read(bearer(jwt), limited.url),
      await login(withSecret, limited.url),
    ]).toEqual([name, [200, 200], [200, 200], [201, 200]])
  }
  expect([...seen.keys()].sort(), [...seen.values()].join()).toEqual([401, 429])
  expect(keyFetches - fetches).toBe(1)
})

test('no address in a JWT is fetched', () => {
  expect(visits).toBe(0)
})
