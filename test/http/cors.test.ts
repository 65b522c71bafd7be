import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { type RawRequest, type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const desk = 'https://desk.example.com'
const other = 'http://localhost:5173'
const server = useServer({
  env: { CORS_ORIGINS: `${desk}, ${other}`, RATE_LIMIT: 'off' },
})
const closed = useServer({ env: { RATE_LIMIT: 'off' } })
const contentType = { 'content-type': 'application/json' }
const json = { ...credentialHeaders(olga), ...contentType, accept: 'application/json' }
const body = JSON.stringify({ query: '{ __typename }' })
/** One of each kind: both APIs, both forms of GraphQL requests, health, and rejected requests. */
const requests: Record<string, RawRequest> = {
  lookup: { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) },
  update: { method: 'PUT', path: '/api/v4/cases/1001', headers: json, body: '{}' },
  'update of nobody': { method: 'PUT', path: '/api/v4/cases/1001', headers: contentType, body: '{}' },
  'no such path': { path: '/api/v4/nothing' },
  'no such method': { method: 'DELETE', path: '/api/v4/cases/1001' },
  'no JSON': { method: 'PUT', path: '/api/v4/cases/1001', headers: credentialHeaders(olga) },
  'a document': { method: 'POST', path: '/graphql', headers: json, body },
  'a document by GET': { path: `/graphql?${new URLSearchParams({ query: '{ __typename }' })}`, headers: json },
  'a document with mistakes': { method: 'POST', path: '/graphql', headers: json, body: '{"query":"{"}' },
  'no document': { method: 'POST', path: '/graphql', headers: json, body: '{' },
  'the question for methods': { method: 'OPTIONS', path: '/api/v4/cases/1001' },
  health: { path: '/readyz' },
  'openapi.json': { path: '/api/v4/openapi.json' },
}
const all = Object.keys(requests)

const ask = (url: string, name: string, headers: Record<string, string> = {}) => {
  const request = requests[name]!
  return sendRaw(url, { ...request, headers: { ...request.headers, ...headers } })
}
const corsOf = ({ headers }: RawResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))
const varies = ({ headers }: RawResponse) => (headers.vary ?? '').split(/, */).includes('Origin')
const allOf = ({ status, headers, body }: RawResponse) => {
  const { 'x-request-id': requestId, date: _, ...others } = headers
  return { status, headers: others, body: body.replaceAll(String(requestId), '') }
}

describe('an allowed origin', () => {
  const readable = all.filter((name) => name !== 'the question for methods')
  test.each(readable.flatMap((name) => [desk, other].map((origin) => [name, origin])))(
    'may read %s at %s',
    async (name, origin) => {
      const answer = await ask(server.url, name, { origin })
      expect(corsOf(answer)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers':
          'X-Request-Id, Retry-After, ETag, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ' +
          'Link, Preference-Applied, Allow, Accept-Patch, WWW-Authenticate, Accept-Ranges, Content-Range, Content-Disposition',
      })
      expect(varies(answer)).toBe(true)
      expect(answer.status).toBe((await ask(server.url, name)).status)
    },
  )

  test.each(words`/graphql /api/v4/cases/1001 /api/v4/cases/1001/assignment /api/v4/cases/typecategory /nothing`)(
    'is told before it asks what it may send to %s',
    async (path) => {
      const headers = {
        origin: desk,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'service-token,service-touchpoint,x-anything',
      }
      const answer = await sendRaw(server.url, { method: 'OPTIONS', path, headers })
      expect([answer.status, answer.body, varies(answer)]).toEqual([204, '', true])
      expect(answer.headers.vary).toContain('Access-Control-Request-Headers')
      const { 'access-control-max-age': age, ...others } = corsOf(answer)
      expect(Number(age)).toBeGreaterThan(0)
      expect(others).toMatchObject({
        'access-control-allow-origin': desk,
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'service-token,service-touchpoint,x-anything',
      })
    },
  )
})

test('the question for methods is answered as without other origins', async () => {
  for (const path of ['*', '/nothing', '/nothing?Service-Token=secret', '/api/v4/cases/1001']) {
    const question = { method: 'OPTIONS', path }
    const { vary: _, ...answer } = allOf(await sendRaw(server.url, question)).headers
    expect([path, answer]).toEqual([path, allOf(await sendRaw(closed.url, question)).headers])
    expect((await sendRaw(server.url, question)).body).not.toContain('secret')
  }
})

test.each(['/', '/graphql', '/api/v4/docs'])('the Vary header of the page %s includes the origin', async (path) => {
  const page = await sendRaw(server.url, { path, headers: { accept: 'text/html', origin: desk } })
  expect([page.headers['content-type'], varies(page)]).toEqual(['text/html; charset=utf-8', true])
})

describe('an origin that is not allowed', () => {
  const strangers = [
    ...words`
      https://evil.example null * http://desk.example.com https://desk.example.com:8443
      https://desk.example.com.evil.example https://evil.example/https://desk.example.com https://DESK.example.com
      https://xdesk.example.com
    `,
    `${desk}/`,
    `${desk}, ${other}`,
    '',
  ]

  test.each(strangers)('(%s) gets the same response as a request without an origin', async (origin) => {
    for (const name of all) {
      const answer = await ask(server.url, name, { origin })
      expect(corsOf(answer), name).toEqual({})
      expect(allOf(answer), name).toEqual(allOf(await ask(server.url, name)))
    }
  })

  test.each(all)('does not affect the cached response for an allowed origin: %s', async (name) => {
    const senders: Record<string, string>[] = [{}, { origin: 'https://evil.example' }]
    for (const headers of senders) expect(varies(await ask(server.url, name, headers))).toBe(true)
    expect(varies(await ask(closed.url, name, { origin: desk }))).toBe(false)
  })

  test('and an allowed one do not remove the existing Vary header', async () => {
    const own = 'Service-Touchpoint, Service-Token, Accept-Encoding'
    for (const headers of [{}, { origin: desk }]) {
      expect((await ask(server.url, 'lookup', headers)).headers.vary).toBe(`Origin, ${own}`)
    }
    expect((await ask(closed.url, 'lookup')).headers.vary).toBe(own)
  })

  test.each([...strangers, desk])('(%s) is ignored if no origins are configured', async (origin) => {
    const preflight = { origin, 'access-control-request-method': 'PUT' }
    for (const name of all) {
      for (const headers of [{ origin }, preflight]) {
        const answer = await ask(closed.url, name, headers)
        expect([corsOf(answer), allOf(answer)], name).toEqual([{}, allOf(await ask(closed.url, name))])
      }
    }
  })

  test('does not get a preflight response', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
    const answer = await ask(server.url, 'the question for methods', headers)
    expect(allOf(answer)).toEqual(allOf(await ask(server.url, 'the question for methods')))
  })
})

test('no response allows credentials or any origin, or sets a cookie', async () => {
  for (const { url } of [server, closed]) {
    for (const name of all) {
      for (const origin of [desk, 'null', 'https://evil.example']) {
        const sent = { origin, cookie: 'session=1', 'access-control-request-method': 'POST' }
        const { headers } = await ask(url, name, sent)
        expect(headers).not.toHaveProperty('access-control-allow-credentials')
        expect(headers).not.toHaveProperty('set-cookie')
        expect(headers['access-control-allow-origin']).not.toBe('*')
      }
    }
  }
})

test('every response has a policy that blocks scripts', async () => {
  for (const name of all) {
    const { headers } = await ask(server.url, name)
    expect(headers['content-security-policy'], name).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers['x-content-type-options'], name).toBe('nosniff')
  }
})

test.each([
  '*',
  'null',
  'desk.example.com',
  `${desk}/`,
  `${desk}/path`,
  'file://',
  'https://*.example.com',
  `${desk},`,
])('CORS_ORIGINS may not be %s', (CORS_ORIGINS) => expect(() => readConfig({ CORS_ORIGINS })).toThrow(/CORS_ORIGINS/))

describe('a cross-site request without a preflight is not executed:', () => {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', '']
  const mutation =
    'mutation { updateCase(input: { caseInstanceId: "1002", categoryCode: "NETWORK", typeCode: "INCIDENT", status: "Open" }) { __typename } }'
  const bodies = [
    JSON.stringify({ query: mutation, categoryCode: 'NETWORK', typeCode: 'INCIDENT', status: 'Open' }),
    new URLSearchParams({ query: mutation, categoryCode: 'NETWORK', typeCode: 'INCIDENT', status: 'Open' }).toString(),
    `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: mutation })}\r\n` +
      `--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n`,
  ]

  test.each(forms.flatMap((type) => ['PUT /api/v4/cases/1002', 'POST /graphql'].map((to) => [type, to])))(
    '%s to %s',
    async (type, to) => {
      const [method = '', path = ''] = to.split(' ')
      for (const sent of bodies) {
        const headers = { ...credentialHeaders(olga), ...(type ? { 'content-type': type } : {}), origin: desk }
        expect((await sendRaw(server.url, { method, path, headers, body: sent })).status).toBe(415)
      }
      expect(await server.version(1002)).toBe(1)
    },
  )

  test('a mutation by GET, regardless of Accept and Content-Type', async () => {
    const path = `/graphql?${new URLSearchParams({ query: mutation, ...olga })}`
    for (const accept of ['application/json', 'application/graphql-response+json', '*/*', 'text/html']) {
      for (const headers of [{ accept }, { accept, 'content-type': 'application/json' }]) {
        const answer = await sendRaw(server.url, { path, headers })
        const isPage = /^text\/html\b/.test(answer.headers['content-type'] ?? '')
        expect([isPage, answer.status]).toEqual(accept === 'text/html' ? [true, 200] : [false, 405])
      }
    }
    expect((await sendRaw(server.url, { method: 'HEAD', path })).status).toBeGreaterThanOrEqual(400)
    expect(await server.version(1002)).toBe(1)
  })
})
