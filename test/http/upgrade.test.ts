import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

test('after a request to upgrade, which is not supported, the connection ends instead of swallowing a request', async () => {
  const [first, second] = [await server.addCase(), await server.addCase()]
  const put = (id: number, headers: Record<string, string> = {}) => {
    const body = '{"categoryCode":"BILLING","typeCode":"REFUND","comments":["x"]}'
    const all = { host: 'a', 'content-type': 'application/json', 'content-length': `${body.length}`, ...headers }
    const lines = Object.entries({ ...all, ...credentialHeaders(olga) }).map(([name, value]) => `${name}: ${value}\r\n`)
    return `PUT /api/v4/cases/${id} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
  }
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(put(first, { connection: 'Upgrade', upgrade: 'h2c' }) + put(second))
  const received = await text(socket)
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 201'])
  expect(received).toMatch(/^connection: close\r$/m)
  expect([await server.version(first), await server.version(second)]).toEqual([2, 1])
})
