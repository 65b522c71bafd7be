import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { problemOf, type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' } })
const withoutPages = useServer({ env: { GRAPHIQL: 'off' } })
const send = (request: RawRequest) => sendRaw(server.url, request)
const json = { 'content-type': 'application/json' }
const asOlga = { ...credentialHeaders(olga), ...json }
const asPaula = { ...credentialHeaders(paula), ...json }
const kibibytes256 = 256 * 1024

describe('paths', () => {
  const unknown = words`
    // /api /api/v4 /api/v4/cases/ /api/v4/cases/1001/ /api/v4/cases/1001/assignment/ /api/v4/cases/1001/nothing
    /api/v4/cases//assignment /api/v4/cases/typecategory/ /api/v4/Cases/typecategory /api/v3/cases/typecategory
    //api/v4/cases/typecategory /api/v4/cases/typecategory/assignment/x /graphql/
  `
  test.each(unknown)('%s is not found, regardless of the method', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(problemOf(await send({ method, path, headers: asOlga }))).toMatchObject({ status: 404, code: 'notFound' })
    }
  })

  const suggestions: [path: string, meant: string][] = [
    ['/api/v4/cases/1001/', '/api/v4/cases/1001'],
    ['/api/v4/cases/1001/assignment/', '/api/v4/cases/1001/assignment'],
    ['/api/v4/cases/', '/api/v4/cases'],
    ['/api/v4/cases/typecategory/?visibility=app', '/api/v4/cases/typecategory'],
    ['/api/v4/cases//typecategory', '/api/v4/cases/typecategory'],
    ['/API/v4/Cases/typeCategory', '/api/v4/cases/typecategory'],
    ['/api/v3/cases/1001', '/api/v4/cases/1001'],
    ['/v4/cases/1001', '/api/v4/cases/1001'],
    ['/cases/1001/assignment/', '/api/v4/cases/1001/assignment'],
    ['/graphql/', '/graphql'],
    ['/livez/', '/livez'],
  ]
  test.each(suggestions)('%s is not found, and %s is suggested', async (path, meant) => {
    const { code, detail } = problemOf(await send({ method: 'PUT', path, headers: asOlga }))
    expect([code, detail]).toEqual(['notFound', `This path does not exist. Use ${meant}.`])
  })

  test.each(['/api/v4/cases/secret/', '/secret/', '//', '/api/v4', '/api/v3/nothing/'])(
    '%s is not found, and nothing is suggested',
    async (path) => expect(problemOf(await send({ path })).detail).toBe('This path does not exist.'),
  )

  test('a response 404 links to the description of the API, and to its page if it is served', async () => {
    const description = '</api/v4/openapi.json>; rel="service-desc"'
    for (const path of ['/nothing', '/api/v4', '/api/v4/cases/', '/graphql/', '/api/v4/cases/1001/']) {
      expect((await send({ path })).headers.link).toBe(`${description}, </api/v4/docs>; rel="service-doc"`)
      expect((await sendRaw(withoutPages.url, { path })).headers.link).toBe(description)
    }
    expect((await send({ method: 'POST', path: '/api/v4/cases/1001' })).headers.link).toBeUndefined()
  })

  test('a query string is not part of the path', async () => {
    expect((await send({ path: '/api/v4/cases/typecategory?', headers: asPaula })).status).toBe(200)
  })
})

describe('methods', () => {
  const ofCase = 'GET, HEAD, PUT, PATCH, OPTIONS'
  const assignment = 'PUT, DELETE, OPTIONS'
  const ofCases = 'GET, HEAD, POST, OPTIONS'
  const lookup = 'GET, HEAD, OPTIONS'
  const refused: [string, string, string][] = [
    ['POST', '/api/v4/cases/1001', ofCase],
    ['PATCH', '/api/v4/cases/1001/assignment', assignment],
    ['DELETE', '/api/v4/cases/1001', ofCase],
    ['GET', '/api/v4/cases/1001/assignment', assignment],
    ['POST', '/api/v4/cases/1001/assignment', assignment],
    ['PUT', '/api/v4/cases', ofCases],
    ['PUT', '/api/v4/cases/typecategory', lookup],
    ['POST', '/api/v4/cases/typecategory', lookup],
    ['DELETE', '/api/v4/cases/typecategory', lookup],
    ['PROPFIND', '/api/v4/cases/1001?a=b', ofCase],
    ['M-SEARCH', '/api/v4/cases/typecategory', lookup],
  ]
  test.each(refused)('%s %s is rejected with Allow: %s', async (method, path, allow) => {
    const answer = await send({ method, path, headers: asOlga, body: '{}' })
    expect(problemOf(answer)).toMatchObject({ status: 405, code: 'methodNotAllowed' })
    expect(answer.headers.allow).toBe(allow)
  })

  test('HEAD is rejected for a path without GET', async () => {
    const answer = await send({ method: 'HEAD', path: '/api/v4/cases/1001/assignment' })
    expect([answer.status, answer.headers.allow, answer.body]).toEqual([405, assignment, ''])
  })

  test.each([
    ['/api/v4/cases/1001', ofCase],
    ['/api/v4/cases/1001/assignment', assignment],
    ['/api/v4/cases/typecategory', lookup],
  ])('OPTIONS %s returns the allowed methods without credentials', async (path, allow) => {
    const { status, headers, body } = await send({ method: 'OPTIONS', path })
    expect([status, headers.allow, body]).toEqual([204, allow, ''])
  })
})

describe('media types', () => {
  const put = (path: string, headers: Record<string, string>) =>
    send({ method: 'PUT', path, headers: { ...credentialHeaders(olga), ...headers }, body: '{}' })

  test.each([
    {},
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'application/vnd.api+json' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ])('%j is rejected', async (headers) => {
    for (const path of ['/api/v4/cases/1001', '/api/v4/cases/1001/assignment']) {
      expect(problemOf(await put(path, headers))).toMatchObject({ status: 415, code: 'unsupportedMediaType' })
    }
  })

  const plain = 'application/json'
  const taken = [plain, 'Application/JSON', `${plain};charset=utf-8`, `${plain}; charset="UTF-8"`]
  test.each(taken)('%s is accepted', async (type) => {
    expect(problemOf(await put('/api/v4/cases/1001', { 'content-type': type }))).toMatchObject({ code: 'CodeRequired' })
  })
})

describe('sizes', () => {
  const padded = (size: number, end = '"}') => '{"padding":"'.padEnd(size - end.length, 'x') + end

  test('a body of 256 KiB is accepted', async () => {
    const change = { method: 'PUT', path: '/api/v4/cases/1001', headers: asOlga }
    expect(problemOf(await send({ ...change, body: padded(kibibytes256) })).code).toBe('CodeRequired')
  })

  test.each([{}, { 'transfer-encoding': 'chunked' }])('one byte more is rejected with %j', async (framing) => {
    const headers = { ...asOlga, ...framing }
    for (const path of ['/api/v4/cases/1001', '/api/v4/cases/1001/assignment']) {
      const answer = await send({ method: 'PUT', path, headers, body: padded(kibibytes256 + 1) })
      expect(problemOf(answer)).toMatchObject({ status: 413, code: 'payloadTooLarge' })
    }
  })
})

describe('headers', () => {
  const update = '{"categoryCode":"BILLING","typeCode":"REFUND"}'
  test.each<[string, RawRequest, number]>([
    ['a change', { method: 'PUT', path: '/api/v4/cases/1001', headers: asOlga, body: update }, 201],
    ['a problem', { method: 'PUT', path: '/api/v4/cases/1001', headers: asOlga, body: '{}' }, 400],
    ['a response without credentials', { method: 'PUT', path: '/api/v4/cases/1001', headers: json, body: update }, 401],
    ['a forbidden request', { path: '/api/v4/cases/typecategory', headers: asOlga }, 403],
    ['an unknown path', { path: '/api/v4/nothing', headers: asOlga }, 404],
  ])('%s must not be stored by caches', async (_what, request, status) => {
    const answer = await send(request)
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store'])
  })

  test('only a 401 has a challenge', async () => {
    const refused = await send({ path: '/api/v4/cases/typecategory' })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Service-Token'])
    const forbidden = await send({ path: '/api/v4/cases/typecategory', headers: asOlga })
    expect([forbidden.status, forbidden.headers['www-authenticate']]).toEqual([403, undefined])
  })
})
