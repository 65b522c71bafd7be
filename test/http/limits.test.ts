import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { REQUEST_TIMEOUT: '1' } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

/** The response on a connection that sends only this and then waits until it is closed. */
function sendPart(part: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(part)
  return text(socket)
}

const credentials = `Service-Touchpoint: ${paula.touchpoint}\r\nService-Token: ${paula.token}\r\n`
const put = `PUT /api/v4/cases/1001 HTTP/1.1\r\nHost: casegate\r\n${credentials}`
const json = 'Content-Type: application/json\r\nContent-Length: 100\r\n'

// All at once: each waits for the timeout of a second.
test.concurrent.each([
  ['no line', 'PUT /api'],
  ['half of its headers', put],
  ['half of its body', `${put}${json}\r\n{"comments": [`],
  ['half of a GraphQL document', `POST /graphql HTTP/1.1\r\nHost: casegate\r\n${json}\r\n{"query": "{`],
])('a request that sends %s and no more is cut', async (_what, part) => {
  expect(await sendPart(part)).toMatch(/^HTTP\/1\.1 408 /)
})

test.each<[string, string, Record<string, string>]>([
  ['headers', '/api/v4/cases/typecategory', { 'x-long': 'x'.repeat(16 * 1024) }],
  ['a URL', `/api/v4/cases/typecategory?caseTypeCode=${'x'.repeat(16 * 1024)}`, {}],
])('%s of more than 16 KiB are refused', async (_what, path, headers) => {
  expect((await sendRaw(server.url, { path, headers: { ...credentialHeaders(paula), ...headers } })).status).toBe(431)
})

test('a URL of 15 KiB is accepted', async () => {
  const path = `/api/v4/cases/typecategory?caseTypeCode=${'x'.repeat(15 * 1024)}`
  expect((await sendRaw(server.url, { path, headers: credentialHeaders(paula) })).status).toBe(200)
})

test('input that is not HTTP is rejected', async () => {
  expect(await sendPart('\u0016\u0003\u0001 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})
