import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const withPage = useServer({
  env: { GRAPHIQL: 'on' },
  demoSessions: { operator: { touchpoint: 'desk', token: '"><script>alert(1)</script>' } },
})
const withoutPage = useServer({ env: { GRAPHIQL: 'off', RATE_LIMIT: 'on', RATE_LIMIT_SESSION: '5' } })

const description = '/api/v4/openapi.json'
const page = '/api/v4/docs'
const files = ['swagger-ui.js', 'swagger-ui.css', 'api-reference.js', 'api-reference.css'].map(
  (file) => `${page}/${file}`,
)

describe('openapi.json', () => {
  test('is served as committed, without credentials, even if the page is disabled', async () => {
    const committed = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
    for (const { url } of [withPage, withoutPage]) {
      const { status, headers, body } = await sendRaw(url, { path: description })
      expect([status, headers['content-type'], body]).toEqual([200, 'application/json; charset=utf-8', committed])
    }
  })

  test('is also served to requests with credentials', async () => {
    expect((await sendRaw(withoutPage.url, { path: description, headers: credentialHeaders(olga) })).status).toBe(200)
    expect((await sendRaw(withoutPage.url, { path: description, headers: { 'service-token': 'x' } })).status).toBe(200)
  })
})

describe.each([description, page, ...files])('%s', (path) => {
  test('returns 304 to a client that has it', async () => {
    const { headers } = await sendRaw(withPage.url, { path })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await sendRaw(withPage.url, { path, headers: { 'if-none-match': headers.etag } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('returns the headers of GET to HEAD, without the body', async () => {
    const {
      headers: { date: _d, 'x-request-id': _r, ...expected },
    } = await sendRaw(withPage.url, { path })
    const { status, headers, body } = await sendRaw(withPage.url, { path, method: 'HEAD' })
    expect([status, body]).toEqual([200, ''])
    expect(headers).toMatchObject(expected)
  })

  test('lists its methods and rejects others', async () => {
    const allow = 'GET, HEAD, OPTIONS'
    const options = await sendRaw(withPage.url, { path, method: 'OPTIONS' })
    expect([options.status, options.headers.allow]).toEqual([204, allow])
    const put = await sendRaw(withPage.url, { path, method: 'PUT' })
    expect([put.status, put.headers.allow, JSON.parse(put.body).code]).toEqual([405, allow, 'methodNotAllowed'])
  })

  test('appears in the log unchanged', async () => {
    const requestId = `doc-${path.replaceAll('/', '.')}`
    await sendRaw(withPage.url, { path, headers: { 'x-request-id': requestId } })
    await expect.poll(() => withPage.log.find((line) => line.includes(requestId)) ?? '').toContain(`"path":"${path}"`)
  })
})

describe('the page', () => {
  test('runs only its own scripts and connects only to this server', async () => {
    const { status, headers, body } = await sendRaw(withPage.url, { path: page })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(body).not.toMatch(/(?:src|href|url)="?(?:https?:)?\/\//)
    expect(body).not.toContain('<script>')
    expect([...body.matchAll(/ (?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => `/api/v4/${file}`).sort()).toEqual(
      files.toSorted(),
    )
    const types = await Promise.all(
      files.map(async (path) => (await sendRaw(withPage.url, { path })).headers['content-type']),
    )
    const [script, style] = ['application/javascript; charset=utf-8', 'text/css; charset=utf-8']
    expect(types).toEqual([script, style, script, style])
  })

  test('loads no badge from the validator of Swagger', async () => {
    expect((await sendRaw(withPage.url, { path: `${page}/api-reference.js` })).body).toContain('validatorUrl: null')
  })

  test('is not served if the playground is disabled', async () => {
    for (const path of [page, ...files]) expect((await sendRaw(withoutPage.url, { path })).status).toBe(404)
  })

  test.each(['docs/', 'docs/openapi.json', 'docs/../docs', 'Docs', 'openapi.json/'])(
    'has no other address: %s',
    async (path) => expect((await sendRaw(withPage.url, { path: `/api/v4/${path}` })).status).toBe(404),
  )
})
