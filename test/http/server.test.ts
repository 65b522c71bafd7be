import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { problemOf, type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useProxiedServer } from '../support/server/postgres.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe('health', () => {
  test.each(['/livez', '/readyz'])('%s returns 200 without credentials', async (path) => {
    const { status, headers } = await sendRaw(server.url, { path })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect((await sendRaw(server.url, { path, method: 'HEAD' })).status).toBe(200)
  })
})

describe('while the database is unavailable', () => {
  const away = useProxiedServer({ poolSize: 2 })
  beforeAll(() => away.proxy.takeAway())

  const lookup = '/api/v4/cases/typecategory'
  const json = { ...credentialHeaders(olga), 'content-type': 'application/json' }
  const put = (path: string, body: string) => ({ method: 'PUT', path, headers: json, body })
  test.each<[number, string, RawRequest]>([
    [503, 'the readiness probe', { path: '/readyz' }],
    [503, 'a lookup', { path: lookup, headers: credentialHeaders(paula) }],
    [503, 'an update', put('/api/v4/cases/1001', '{"comments":["Hello."]}')],
    [503, 'an assignment of what is no case', put('/api/v4/cases/nothing/assignment', '{}')],
    // None of these needs it.
    [404, 'an unknown path', { path: '/api/v4/case' }],
    [405, 'another method', { path: '/api/v4/cases/1001/assignment' }],
    [415, 'another media type', { method: 'PUT', path: '/api/v4/cases/1001', headers: credentialHeaders(olga) }],
    [413, 'a body that is too large', put('/api/v4/cases/1001', 'x'.repeat(256 * 1024 + 1))],
    [400, 'a body that is no object', put('/api/v4/cases/1001/assignment', '[]')],
    [400, 'an empty comment', put('/api/v4/cases/1001', '{"comments":[" "]}')],
    [400, 'an unknown visibility', { path: `${lookup}?visibility=none`, headers: credentialHeaders(paula) }],
    [401, 'nobody', { path: lookup }],
  ])('%i is the answer to %s', async (status, _what, request) => {
    const answer = await sendRaw(away.url, request)
    expect(problemOf(answer).status).toBe(status)
    expect(answer.headers['retry-after'] !== undefined).toBe(status === 503)
  })

  test('the process is still alive', async () => expect((await sendRaw(away.url, { path: '/livez' })).status).toBe(200))

  test('nothing is written, and requests succeed when it is available again', async () => {
    await away.proxy.bringBack()
    expect((await sendRaw(away.url, { path: '/readyz' })).status).toBe(200)
    const [row] = await sql<{ version: number }>(away.database, 'select version from cases where id = 1001')
    expect(row).toEqual({ version: 1 })
    await away.proxy.takeAway()
  })
})

describe('the request ID', () => {
  const idOf = async (sent?: string | string[]) => {
    const headers = sent === undefined ? {} : { 'x-request-id': sent }
    return (await sendRaw(server.url, { path: '/livez', headers })).headers['x-request-id']
  }

  test.each(['7', 'a.b-c_d:e', '2f1c6f0b-7d11-4a55-9f0e-5f4e0a523c7d', 'x'.repeat(128)])(
    '%s is taken from the caller',
    async (id) => expect(await idOf(id)).toBe(id),
  )

  test.each(['', 'two words', 'x'.repeat(129), '"', '{"a":1}', 'ü', ['one', 'two']])(
    '%j is replaced by a new one',
    async (id) => expect(await idOf(id)).toMatch(uuid),
  )

  test('is generated for each request without one', async () => {
    const [one, other] = [await idOf(), await idOf()]
    expect([one, other]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    expect(one).not.toBe(other)
  })
})

describe('the log', () => {
  type Line = { requestId?: string; level: number; msg: string; method?: string; path?: string; status?: number }
  const linesOf = (requestId: string) =>
    server.log.map((line) => JSON.parse(line) as Line).filter((line) => line.requestId === requestId)

  /** The response and the log, once the log line of the request is written. */
  async function logged(requestId: string, path: string, caller: Credentials | null, rest: object = {}) {
    const headers = { 'x-request-id': requestId, ...(caller ? credentialHeaders(caller) : {}) }
    const answer = await sendRaw(server.url, { path, headers, ...rest })
    await expect.poll(() => linesOf(requestId).some(({ msg }) => msg === 'request')).toBe(true)
    return { answer, lines: linesOf(requestId) }
  }

  test('has one line per request, with its ID, method, path and status', async () => {
    const { lines } = await logged('one-line', '/api/v4/cases/typecategory?visibility=app', paula)
    const line = { method: 'GET', path: '/api/v4/cases/typecategory', status: 200, msg: 'request' }
    expect(lines).toEqual([expect.objectContaining(line)])
    const missing = await logged('one-missing', '/nothing?token=x', null)
    expect(missing.lines).toEqual([expect.objectContaining({ method: 'GET', path: '/*', status: 404 })])
  })

  test.each([
    ['/api/v4/cases/1001', '/api/v4/cases/1001'],
    ['/api/v4/cases/1001/assignment', '/api/v4/cases/1001/assignment'],
    ['/api/v4/cases/demo-token', '/api/v4/cases/*'],
    ['/api/v4/cases/typecategory%3Ftoken=x', '/api/v4/cases/*'],
    ['/Api/v4//x/', '/*/v4//*/'],
  ])('has of the path %s what cannot be a secret', async (path, expected) => {
    const { lines } = await logged(`path-${path.replaceAll(/\W/g, '.')}`, path, null)
    expect(lines).toEqual([expect.objectContaining({ path: expected })])
  })
})
