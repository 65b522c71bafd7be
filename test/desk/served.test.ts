import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { missingDesk } from '../../src/desk/desk.ts'
import { acceptConstraint } from '../../src/http/headers/accepts-html.ts'
import { useServer, useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const withoutDesk = useServer({ env: { DESK: 'off' } })

const assets = readdirSync(join(import.meta.dirname, '../../desk/dist/assets')).filter((name) => /(js|css)$/.test(name))
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers })

test('an unbuilt desk says how to build it', async () => {
  const lines: string[] = []
  const app = fastify({
    routerOptions: { constraints: { accept: acceptConstraint } as never },
    logger: { stream: { write: (line) => void lines.push(line) } },
  })
  missingDesk(app)
  for (const url of ['/desk', '/desk/cases/1001']) {
    const { statusCode, body } = await app.inject({ url, headers: browser })
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm ci')])
  }
  expect(lines[0]).toContain('The desk is not built.')
})

describe('the desk', () => {
  test.each(['/desk', '/desk/', '/desk/cases/1001', '/desk/cases/new?text=x'])('is the page at %s', async (path) => {
    const response = await get(path, browser)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: expect.stringContaining('Accept'),
    })
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    const page = await response.text()
    // What some people need is loaded later.
    for (const name of assets) {
      expect(page.includes(`"/desk/assets/${name}"`), name).toBe(/^(early|index|rolldown-runtime)-/.test(name))
    }
    expect((await get(path, browser, 'HEAD')).status).toBe(200)
  })

  test.each(assets)('has the file %s, compressed, which caches keep', async (name) => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { status, headers } = await get(`/desk/assets/${name}`, { 'accept-encoding': encoding })
      expect(status).toBe(200)
      expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(headers.get('content-type')).toMatch(/^(text\/css|application\/javascript); charset=utf-8$/)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('vary')).toContain('Accept-Encoding')
    }
  })

  test.each(['/desk/assets/index-old.js', '/desk/assets/', '/desk/assets/..%2Findex.html', '/desk/assets/index.html'])(
    'has no file %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
      expect((await get(path, browser)).status).toBe(404)
    },
  )

  test('has pages below /desk for browsers only', async () => {
    expect((await get('/desk/cases/1001', { accept: 'application/json' })).status).toBe(404)
  })

  test.each(['/desk', '/desk/cases/1001', `/desk/assets/${assets[0]}`])('%s can only be read', async (path) => {
    const response = await get(path, browser, 'POST')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect((await get(path, browser, 'OPTIONS')).status).toBe(204)
  })

  test('comes first on the start page', async () => {
    const page = await (await get('/', browser)).text()
    expect(/<a [^>]+>/.exec(page)?.[0]).toBe('<a href="/desk">')
    expect(Object.entries(await (await get('/')).json())[0]).toEqual(['desk', '/desk'])
  })

  test('can be off', async () => {
    const off = (path: string) => fetch(withoutDesk.url + path, { headers: browser })
    for (const path of ['/desk', '/desk/cases/1001', `/desk/assets/${assets[0]}`]) {
      expect((await off(path)).status).toBe(404)
    }
    expect(await (await off('/')).text()).not.toContain('/desk')
    expect(await (await fetch(withoutDesk.url)).json()).not.toHaveProperty('desk')
  })

  test('is on with the embedded store, unless it is set or its documents are not trusted', () => {
    const DATABASE_URL = 'postgresql://db.example/casegate'
    expect(readConfig({}).desk).toBe(true)
    expect(readConfig({ DATABASE_URL }).desk).toBe(false)
    expect(readConfig({ DATABASE_URL, DESK: 'on' }).desk).toBe(true)
    expect(readConfig({ DESK: 'off' }).desk).toBe(false)
    expect(readConfig({ TRUSTED_DOCUMENTS: 'documents.json', TRUSTED_DOCUMENTS_ONLY: 'on' }).desk).toBe(false)
  })
})
