import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'on' } })

/** The header lines of a response as they are sent. */
async function headersOf(method: string, path: string, headers: Record<string, string>): Promise<string[]> {
  const socket = await openSocket(server.url)
  const { host } = new URL(server.url)
  socket.write(requestText(`${method} ${path}`, { host, connection: 'close', ...headers }))
  const [head = '', body] = (await text(socket)).split('\r\n\r\n')
  expect(body).toBe('')
  return head.split('\r\n')
}

const html = { accept: 'text/html' }
const routes: [string, Record<string, string>][] = [
  ['/api/v4/cases/typecategory', credentialHeaders(paula)],
  ['/api/v4/openapi.json', {}],
  ['/', {}],
  ['/', html],
  ['/desk', html],
  ['/graphql', html],
  ['/api/v4/docs', html],
]
/** The files that the pages load. */
const served: string[] = []
beforeAll(async () => {
  for (const path of ['/desk', '/graphql', '/api/v4/docs']) {
    const { body } = await sendRaw(server.url, { path, headers: html })
    for (const [, url] of body.matchAll(/["']([^"']+\.(?:js|css))["']/g)) {
      served.push(new URL(url!, `${server.url}${path}`).pathname)
    }
  }
})

/** The status and the forbidden headers of each 304, or nothing if it has none. */
async function faults(path: string, headers: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (const encoding of ['identity', 'br', 'gzip']) {
    const accepted = { ...headers, 'accept-encoding': encoding }
    const { etag = '' } = (await sendRaw(server.url, { path, headers: accepted })).headers
    for (const method of ['GET', 'HEAD']) {
      const [status = '', ...lines] = await headersOf(method, path, { ...accepted, 'if-none-match': etag })
      if (status !== 'HTTP/1.1 304 Not Modified') found.push(`${method} ${path}: ${status}`)
      const forbidden = method === 'GET' ? /^content-(type|length):/i : /^content-type:/i
      found.push(...lines.filter((line) => forbidden.test(line)).map((line) => `${method} ${path}: ${line}`))
    }
  }
  return found
}

describe('a 304 has neither Content-Type nor Content-Length', () => {
  test.each(routes)('at %s with %j', async (path, headers) => expect(await faults(path, headers)).toEqual([]))

  test('at the files that the pages load', async () => {
    expect(served.length).toBeGreaterThanOrEqual(3)
    for (const path of served) expect(await faults(path, {})).toEqual([])
  })
})

test('a response of /graphql to GET has no ETag, so that it is never 304', async () => {
  const { status, headers } = await sendRaw(server.url, {
    path: `/graphql?${new URLSearchParams({ query: '{ caseTypeCategories { caseTypeCode } }' })}`,
    headers: { ...credentialHeaders(paula), 'if-none-match': '*' },
  })
  expect([status, headers.etag]).toEqual([200, undefined])
})
