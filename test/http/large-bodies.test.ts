import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeAllSessions } from '../../src/auth/sessions/revoke-sessions.ts'
import { issueSession } from '../../src/auth/sessions/command-sessions.ts'
import type { LoginKind } from '../../src/login-kinds.ts'
import { recordStatements } from '../support/database/statement-recorder.ts'
import { issuedSecret } from '../support/issuer/issue-secret.ts'
import { TestIssuer } from '../support/issuer/issuer.ts'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders } from '../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const issuer = await TestIssuer.start()
afterAll(() => issuer.stop())

const server = useServer({ env: { ...issuer.env, DESK: 'on' } })
eachNeedsOneProcess(() => 'depends on what the process has accepted before')
beforeAll(async () => {
  await sql(server.database, `update persons set subject = 'sub-paula' where email_key = 'paula@example.com'`)
  await sql(server.database, `update touchpoints set logins = '{PARTY}' where code = 'web'`)
})

type Headers = Record<string, string>

const kib = 1024
const json = { 'content-type': 'application/json' }
/** Not JSON, and of this length. */
const malformed = (length: number) => 'x'.repeat(length)
const madeUp = () => credentialHeaders({ touchpoint: 'web', token: crypto.randomUUID() })

/** The headers of a session that no request has used. */
async function newSession(login: LoginKind = 'PARTY', email = 'paula@example.com'): Promise<Headers> {
  const { token } = await issueSession(server.database, { touchpoint: 'web', login, email })
  return credentialHeaders({ touchpoint: 'web', token })
}

const codeOf = async (method: string, path: string, headers: Headers, body: string) =>
  problemOf(await sendRaw(server.url, { method, path, headers: { ...json, ...headers }, body })).code
const update = (headers: Headers, body: string) => codeOf('PUT', '/api/v4/cases/1001', headers, body)

describe('a body of more than 16 KiB is not read before its credentials are accepted:', () => {
  const large = malformed(16 * kib + 1)

  test('a made-up token gets 401, and for a shorter body what is wrong with it', async () => {
    expect(await update(madeUp(), malformed(16 * kib))).toBe('malformedRequest')
    expect(await update(madeUp(), large)).toBe('unauthenticated')
    expect(await update({ ...madeUp(), 'transfer-encoding': 'chunked' }, large)).toBe('unauthenticated')
    expect(await update(madeUp(), malformed(256 * kib))).toBe('unauthenticated')
    expect(await update(madeUp(), malformed(256 * kib + 1))).toBe('payloadTooLarge')
  })

  test('a new session gets what is wrong with the body, like one that is known', async () => {
    const session = await newSession()
    expect(await update(session, large)).toBe('malformedRequest')
    await sendRaw(server.url, { path: '/api/v4/cases', headers: session })
    expect(await update(session, large)).toBe('malformedRequest')
    expect(await update({ ...session, 'service-touchpoint': 'desk' }, large)).toBe('unauthenticated')
  })

  test.each<[method: string, path: string, login: LoginKind, email: string]>([
    ['PATCH', '/api/v4/configuration', 'PARTY', 'paula@example.com'],
    ['POST', '/api/v4/cases', 'CONSUMER', 'carla@example.com'],
    ['POST', '/api/v4/cases/take-next', 'PARTY', 'paula@example.com'],
  ])('what the login may not do is 403 for a new session: %s %s', async (method, path, login, email) => {
    expect(await codeOf(method, path, await newSession(login, email), large)).toBe('forbidden')
    const known = await newSession(login, email)
    await sendRaw(server.url, { path: '/api/v4/sessions', headers: known })
    expect(await codeOf(method, path, known, large)).toBe('malformedRequest')
    expect(await codeOf(method, path, known, JSON.stringify({ x: large }))).toBe('forbidden')
  })

  test('a secret', async () => {
    const sessions = (secret: string) =>
      codeOf('POST', '/api/v4/sessions', { 'service-touchpoint': 'web', 'service-secret': secret }, large)
    expect(await sessions('made up')).toBe('unauthenticated')
    expect(await sessions((await issuedSecret(server.database, 'web')).secret)).toBe('malformedRequest')
  })

  test('a JWT', async () => {
    const claims = { sub: 'sub-paula', client_id: 'web', casegate_login: 'PARTY' }
    const bearer = (jwt: string) => update({ authorization: `Bearer ${jwt}` }, large)
    expect(await bearer(await issuer.sign({ ...claims, client_id: 'nobody' }))).toBe('unauthenticated')
    expect(await bearer(await issuer.sign(claims))).toBe('malformedRequest')
  })

  test.each<[path: string, headersOf: (session: Headers) => Headers]>([
    ['/graphql', (session) => session],
    [
      '/desk/graphql',
      (session) => {
        const value = `touchpoint=${session['service-touchpoint']}&token=${session['service-token']}`
        return { 'sec-fetch-site': 'same-origin', cookie: `casegate-desk=${encodeURIComponent(value)}` }
      },
    ],
  ])('%s', async (path, headersOf) => {
    const ask = async (session: Headers, body: string) => {
      const headers = { ...json, ...headersOf(session) }
      const answer = await sendRaw(server.url, { method: 'POST', path, headers, body })
      const { errors, data } = JSON.parse(answer.body)
      return [answer.status, errors?.[0]?.extensions.code ?? data]
    }
    const document = (length: number) =>
      JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(length) } })
    expect(await ask(madeUp(), document(15 * kib))).toEqual([200, { __typename: 'Query' }])
    expect(await ask(madeUp(), document(16 * kib))).toEqual([401, 'UNAUTHENTICATED'])
    expect(await ask(madeUp(), large)).toEqual([401, 'UNAUTHENTICATED'])
    expect(await ask(await newSession(), document(200 * kib))).toEqual([200, { __typename: 'Query' }])
    expect(await ask(await newSession(), large)).toEqual([400, 'BAD_USER_INPUT'])
  })
})

test('a session that is revoked while its long body arrives changes nothing', async () => {
  const id = await server.addCase()
  const headers = await newSession()
  const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] }).padEnd(20 * kib)
  const socket = await openSocket(server.url)
  const statements = recordStatements()
  const all = { connection: 'close', 'content-length': body.length, ...json, ...headers }
  socket.write(requestText(`PUT /api/v4/cases/${id}`, all))
  socket.write(body.slice(0, 17 * kib))
  await expect.poll(() => statements.some((sent) => sent.includes('live_sessions'))).toBe(true)
  await revokeAllSessions(server.database)
  socket.write(body.slice(17 * kib))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /)
  expect(await server.version(id)).toBe(1)
})
