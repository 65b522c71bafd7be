import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { carla, olga } from '../support/requests/credentials.ts'
import { parseCurl } from '../support/documentation.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { fetchConforming } from '../support/openapi/conformance.ts'
import { useServer } from '../support/server/server.ts'

const sessions = { operator: olga, consumer: carla }
const server = useServer({ env: { GRAPHIQL: 'on' }, demoSessions: sessions })
const withoutPlayground = useServer({ env: { GRAPHIQL: 'off' }, demoSessions: sessions })
const withoutSessions = useServer({ env: { GRAPHIQL: 'on', TRUST_PROXY: 'on' } })

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const readers = 'GET, HEAD, OPTIONS'

test('the playground returns 304 to a browser that has it', async () => {
  const { headers } = await sendRaw(server.url, { path: '/graphql', headers: html })
  const again = await sendRaw(server.url, {
    path: '/graphql',
    headers: { ...html, 'if-none-match': headers['etag'] ?? '' },
  })
  expect([headers['cache-control'], again.status]).toEqual(['no-cache', 304])
})

async function assetsOf(url: string): Promise<string[]> {
  const { body } = await sendRaw(url, { path: '/graphql', headers: html })
  return [...body.matchAll(/ (?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
}

describe('the start page', () => {
  test('lists all addresses for browsers', async () => {
    const { status, headers, body } = await sendRaw(server.url, { path: '/', headers: html })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const addresses = ['/graphql', '/api/v4/openapi.json', '/api/v4/docs', '/livez', '/readyz']
    for (const place of [...addresses, 'Service-Touchpoint', 'Service-Token']) expect(body).toContain(place)
  })

  test('lists the same addresses for programs', async () => {
    const json = ['*/*', 'application/json', 'application/json, text/html;q=0', 'text/html;q=0.1,application/json']
    for (const headers of [{}, ...json.map((accept) => ({ accept }))]) {
      const answer = await sendRaw(server.url, { path: '/', headers })
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json', vary: 'Accept, Accept-Encoding' },
      })
      expect(JSON.parse(answer.body)).toEqual({
        desk: '/desk',
        graphql: '/graphql',
        rest: '/api/v4',
        openapi: '/api/v4/openapi.json',
        documentation: '/api/v4/docs',
        playground: '/graphql',
        health: { live: '/livez', ready: '/readyz' },
      })
    }
  })

  test('is returned for every Accept header that prefers HTML', async () => {
    const preferring = [
      'text/html',
      'text/html;charset=utf-8',
      'application/json;q=0.9, text/html;q=1',
      '*/*, TEXT/HTML',
    ]
    for (const accept of preferring) {
      const { headers } = await sendRaw(server.url, { path: '/', headers: { accept } })
      expect(headers['content-type'], accept).toBe('text/html; charset=utf-8')
    }
  })

  test('runs no scripts, loads nothing and cannot be framed', async () => {
    const { headers, body } = await sendRaw(server.url, { path: '/', headers: html })
    expect(body).not.toMatch(/<script|\son\w+=|<img|<iframe|@import|url\(/i)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
  })

  test('is revalidated on each use', async () => {
    const { headers } = await sendRaw(server.url, { path: '/', headers: html })
    expect(headers['cache-control']).toBe('no-cache')
    const again = await sendRaw(server.url, { path: '/', headers: { ...html, 'if-none-match': headers.etag } })
    expect([again.status, again.body]).toEqual([304, ''])
    expect((await sendRaw(server.url, { path: '/', headers: { 'if-none-match': headers.etag } })).status).toBe(200)
  })

  test('shows only the sessions that are filled in on the playground', async () => {
    const tokens = [olga.token, carla.token]
    const shown = async ({ url }: { url: string }) => {
      const { body } = await sendRaw(url, { path: '/', headers: html })
      return tokens.filter((token) => body.includes(token))
    }
    expect(await shown(server)).toEqual(tokens)
    expect(await shown(withoutPlayground)).toEqual([])
    expect(await shown(withoutSessions)).toEqual([])
  })

  test('has a request to copy, with a public session or with placeholders', async () => {
    const commandOn = async ({ url }: { url: string }) => {
      const { body } = await sendRaw(url, { path: '/', headers: html })
      const [, command = ''] = /<pre[^>]*><code>(.*?)<\/code>/s.exec(body) ?? []
      return command.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
    }
    const { url, ...request } = parseCurl(await commandOn(server))
    expect((await fetchConforming(url, request)).status).toBe(201)
    const template = await commandOn(withoutPlayground)
    expect(template).toContain("-H 'Service-Token: YOUR_TOKEN'")
    expect(template).toContain(`'${withoutPlayground.url}/api/v4/cases/YOUR_CASE_ID'`)
  })

  test('escapes the host that the request names', async () => {
    const { body } = await sendRaw(withoutSessions.url, { path: '/', headers: { ...html, host: 'a"<script>' } })
    expect(body).toContain('a&#34;&#60;script')
    expect(body).not.toContain('<script>')
  })

  test('links to all guides, which are served as pages and as text', async () => {
    const all = globSync('docs/*.md', { cwd: join(import.meta.dirname, '../..') })
    for (const { url } of [server, withoutPlayground]) {
      const { body } = await sendRaw(url, { path: '/', headers: html })
      const links = [...body.matchAll(/href="(\/docs\/[\w-]+\.md)"/g)].map(([, path = '']) => path)
      const linked = await Promise.all(links.map(async (path) => (await sendRaw(url, { path })).body))
      // A guide may be linked from another guide.
      for (const file of all) expect(body + linked.join('\n'), file).toContain(basename(file))
      for (const file of ['README.md', 'SECURITY.md', 'docs/adr/README.md', ...all]) {
        expect(await sendRaw(url, { path: `/${file}` }), file).toMatchObject({
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8', vary: 'Accept, Accept-Encoding' },
          body: expect.stringMatching(/^(?:<!--.*?-->\n\n)?# /s),
        })
        const page = await sendRaw(url, { path: `/${file}`, headers: html })
        expect([page.status, page.headers['content-type']], file).toEqual([200, 'text/html; charset=utf-8'])
        expect(page.body).toMatch(/<h1 id="/)
      }
    }
  })

  test('link only to pages and sections that exist', async () => {
    const pages = new Map<string, string>()
    const visit = async (path: string) => {
      const { status, body } = await sendRaw(server.url, { path, headers: html })
      expect(status, path).toBe(200)
      pages.set(path, body)
      for (const [, target = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)/g))
        if (!pages.has(target)) await visit(target)
    }
    await visit('/')
    const broken = [...pages].flatMap(([path, body]) =>
      [...body.matchAll(/href="(\/[^"#]*)?#([^"]+)"/g)]
        .filter(([, target, id]) => !pages.get(target ?? path)?.includes(`id="${id}"`))
        .map(([link]) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  test('leads to five guides, and to the list of all', async () => {
    const { body } = await sendRaw(server.url, { path: '/', headers: html })
    const links = [...body.matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path]) => path)
    const first = ['concepts', 'life-of-a-case', 'rest', 'graphql', 'install', 'README']
    expect(links).toEqual(first.map((name) => `/docs/${name}.md`))
  })

  test('does not link to the playground if it is disabled', async () => {
    for (const headers of [html, {}]) {
      const { body } = await sendRaw(withoutPlayground.url, { path: '/', headers })
      expect(body).toContain('/graphql')
      expect(body).not.toMatch(/playground/i)
    }
  })
})

test('the search of the guides has each of their sections', async () => {
  const { body } = await sendRaw(server.url, { path: '/docs/sections.json' })
  const sections = JSON.parse(body) as { id: string; guide: string; title: string; text: string }[]
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  const { body: page } = await sendRaw(server.url, { path: '/docs/rest.md', headers: html })
  const ids = [...page.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id]) => `/docs/rest.md#${id}`)
  expect(sections.filter(({ id }) => id.startsWith('/docs/rest.md#')).map(({ id }) => id)).toEqual(ids)
  expect(sections.find(({ id }) => id === '/docs/rest.md#authentication')).toEqual({
    id: '/docs/rest.md#authentication',
    guide: 'REST API',
    title: 'Authentication',
    text: expect.stringContaining('Every request names a touchpoint and carries the token of a session'),
  })
  expect(/&(?:amp|lt|gt|quot|#\d+);/.exec(body)).toBeNull()
})

describe("the playground's files", () => {
  test('have the version of GraphiQL in their name and are cached for a year', async () => {
    const paths = await assetsOf(server.url)
    expect(paths.map((path) => path.replace(/-\d+\.\d+\.\d+\./, '-*.'))).toEqual([
      '/graphql/playground-*.css',
      '/graphql/playground-*.js',
    ])
    for (const path of paths) {
      const { status, headers } = await sendRaw(server.url, { path, headers: { 'accept-encoding': 'br' } })
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      expect([headers['content-encoding'], headers['content-type']?.split(';')[0]]).toEqual([
        'br',
        path.endsWith('.js') ? 'text/javascript' : 'text/css',
      ])
      const known = await sendRaw(server.url, { path, headers: { 'if-none-match': headers.etag } })
      expect(known.status).toBe(304)
    }
  })

  test('do not depend on the sessions', async () => {
    expect(await assetsOf(withoutSessions.url)).toEqual(await assetsOf(server.url))
    for (const path of await assetsOf(server.url)) {
      expect((await sendRaw(server.url, { path })).body).not.toContain(olga.token)
    }
  })

  test('are not served without the playground or under another name', async () => {
    const [path = ''] = await assetsOf(server.url)
    expect(problemOf(await sendRaw(withoutPlayground.url, { path }))).toMatchObject({ code: 'notFound' })
    const similar = [`${path}/`, `/${path}`, path.replace('.css', '.map')]
    for (const other of ['/graphql/playground-0123456789abcdef.js', '/graphql/', '/favicon.ico', ...similar])
      expect((await sendRaw(server.url, { path: other })).status, other).toBe(404)
  })
})

test('scripts and styles are compressed once, and not for each response', async () => {
  const guides = ['minisearch.js', 'sections.json'].map((file) => `/docs/${file}`)
  const others = [...guides, '/api/v4/docs/swagger-ui.js', '/api/v4/docs/swagger-ui.css']
  for (const path of [...(await assetsOf(server.url)), ...others]) {
    for (const encoding of ['br', 'gzip']) {
      const { headers, length } = await sendRaw(server.url, { path, headers: { 'accept-encoding': encoding } })
      // What is compressed while it is sent has no length.
      expect([headers['content-encoding'], headers['content-length']], path).toEqual([encoding, `${length}`])
    }
  }
})

describe('openapi.json', () => {
  const read = (headers: Record<string, string>) => sendRaw(server.url, { path: '/api/v4/openapi.json', headers })

  test.each([{ 'content-encoding': 'unknown' }, { range: 'bytes=9999999-' }, { 'if-match': '*' }])(
    'is returned in full with %j',
    async (headers) => {
      const { status, body } = await read(headers)
      expect([status, (JSON.parse(body) as { openapi: string }).openapi]).toEqual([200, expect.stringMatching(/^3\./)])
    },
  )

  test.each([{ 'if-match': '"another"' }, { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }])(
    'is not returned with %j',
    async (headers) => {
      // openapi.json does not describe itself.
      const answer = await fetch(`${server.url}/api/v4/openapi.json`, { headers })
      expect([answer.status, await answer.json()]).toMatchObject([412, { code: 'preconditionFailed' }])
    },
  )
})

describe('methods', () => {
  const paths = async () => ['/', ...(await assetsOf(server.url))]

  test('are returned to OPTIONS', async () => {
    for (const path of await paths()) {
      const { status, headers, body } = await sendRaw(server.url, { method: 'OPTIONS', path, headers: html })
      expect([status, headers.allow, body], path).toEqual([204, readers, ''])
    }
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('do not include %s', async (method) => {
    for (const path of await paths()) {
      const answer = await sendRaw(server.url, { method, path })
      expect(problemOf(answer)).toMatchObject({ status: 405, code: 'methodNotAllowed' })
      expect(answer.headers.allow).toBe(readers)
    }
  })

  test('of the whole server are returned to OPTIONS *', async () => {
    const { status, headers } = await sendRaw(server.url, { method: 'OPTIONS', path: '*' })
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
    expect((await sendRaw(server.url, { path: '*' })).status).toBe(404)
  })

  test.each(['/livez', '/readyz', '/', '/graphql?query={__typename}'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const answer = async (method: string) => {
        const { status, headers, body } = await sendRaw(server.url, { method, path })
        const { date: _, 'x-request-id': __, ...others } = headers
        return { status, headers: others, body }
      }
      const [get, head] = [await answer('GET'), await answer('HEAD')]
      expect(head).toEqual({ ...get, body: '' })
      expect(Number(head.headers['content-length'])).toBe(Buffer.byteLength(get.body))
    },
  )
})
