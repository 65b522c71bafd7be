import { beforeAll, expect, test } from 'vitest'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({
  limits: { responseLimits: { timeoutMs: 1_000, size: 8_192 * 1024, memory: 65_536 * 1024 } },
})
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')
let id: number
beforeAll(async () => {
  // Random characters, which can hardly be compressed.
  const character = () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 0x5000))
  const comments = Array.from({ length: 50 }, () => ({
    text: Array.from({ length: 9_999 }, character).join(''),
    authorEmail: 'olga@example.com',
  }))
  id = await server.addCase({ comments })
})

test.each([
  ['that is sent as it is', {}],
  ['that is compressed while it is read', { 'accept-encoding': 'gzip' }],
])('a client that does not read a response %s loses its connection', async (_name, encoding) => {
  const socket = await openSocket(server.url)
  socket.pause().on('error', () => {})
  const body = JSON.stringify({ query: `{ case(id: ${id}) { comments(first: 50) { edges { node { text } } } } }` })
  const before = server.log.length
  // The buffers of the operating system take several megabytes.
  socket.write(requestText('POST /graphql', { ...asOlga, ...encoding }, body).repeat(30))
  const isAborted = () => server.log.slice(before).some((line) => line.includes('"aborted":true'))
  await expect.poll(isAborted, { timeout: 60_000 }).toBe(true)
  socket.destroy()
})
