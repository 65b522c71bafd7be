import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const json = { 'content-type': 'application/json' }

const rejected: [status: number, line: string, headers: Record<string, string>][] = [
  [401, 'PUT /api/v4/cases/1001', json],
  [401, 'PUT /api/v4/cases/1001/assignment', json],
  [404, 'PUT /api/v4/nothing', asOlga],
  [405, 'POST /api/v4/cases/1001', asOlga],
  [415, 'PUT /api/v4/cases/1001', credentialHeaders(olga)],
  [415, 'POST /graphql', credentialHeaders(olga)],
  [406, 'POST /graphql', { ...asOlga, accept: 'text/css' }],
]

describe.each(rejected)('the response %i to %s', (status, line, headers) => {
  const statusLine = new RegExp(`^HTTP/1\\.1 ${status} `)

  test('comes before the body is sent, and the connection can be used again', async () => {
    const socket = await openSocket(server.url)
    socket.write(requestText(line, { ...headers, 'content-length': 250_000 }))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(statusLine)
    socket.write('x'.repeat(250_000))
    socket.write(requestText('GET /livez', { connection: 'close' }))
    expect(await text(socket)).toMatch(/HTTP\/1\.1 200 /)
  })

  test('reaches a caller that first sends the whole body, on a connection that closes', async () => {
    const socket = await openSocket(server.url)
    socket.write(requestText(line, { ...headers, connection: 'close', 'content-length': 4_000_000 }))
    // In parts, so that the response would be sent, and the connection closed, before the last one.
    for (let part = 0; part < 4; part++) {
      await new Promise((resolve) => socket.write('x'.repeat(1_000_000), resolve))
      await sendRaw(server.url, { path: '/livez' })
    }
    expect(await text(socket)).toMatch(statusLine)
  })
})

test('callers without credentials that never finish their bodies are all answered', async () => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(server.url)))
  const answers = sockets.map(async (socket) => {
    socket.write(requestText('PUT /api/v4/cases/1001', { ...json, 'content-length': 250_000 }) + 'x'.repeat(200_000))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return String(answer).slice(0, 12)
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 401']))
  for (const socket of sockets) socket.destroy()
})
