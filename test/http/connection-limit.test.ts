import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { MAX_CONNECTIONS: '2' } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

const sockets: Socket[] = []
afterEach(() => void sockets.splice(0).forEach((socket) => socket.destroy()))

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const get = (path: string, connection = 'keep-alive') => {
  const lines = Object.entries({ host: 'casegate', connection, ...credentialHeaders(paula) })
  return `GET ${path} HTTP/1.1\r\n${lines.map((field) => `${field.join(': ')}\r\n`).join('')}\r\n`
}
const lookup = '/api/v4/cases/typecategory'

/** Opens as many connections as are served. The server may not have noticed yet that earlier ones are closed. */
async function openAll(): Promise<Socket[]> {
  const served: Socket[] = []
  while (served.length < 2) {
    const socket = await open()
    socket.write(get('/livez'))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    if (/^connection: keep-alive\r$/im.test(answer.toString())) served.push(socket)
    else socket.destroy()
  }
  return served
}

test('a request on a connection beyond the limit gets 503, and the connection is closed', async () => {
  const [served] = await openAll()
  const socket = await open()
  socket.write(get(lookup))
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/^retry-after: [1-9]/im)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(answer).toMatch(/"type":"urn:casegate:problem:unavailable"/)
  served?.write(get(lookup, 'close'))
  expect(await text(served!)).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['/livez', '/readyz'])('%s is answered beyond the limit', async (path) => {
  await openAll()
  const socket = await open()
  socket.write(get(path))
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('a closed connection makes room for another', async () => {
  const [first] = await openAll()
  first?.destroy()
  const answered = async () => {
    const socket = await open()
    socket.write(get(lookup, 'close'))
    return (await text(socket)).slice(0, 12)
  }
  await expect.poll(answered).toBe('HTTP/1.1 200')
})

test('a connection beyond the limit is closed even if it sends nothing', async () => {
  await openAll()
  const silent = await open()
  expect(await text(silent)).toBe('')
  expect(server.log.filter((line) => line.includes('MAX_CONNECTIONS'))).toHaveLength(1)
})

test('far beyond the limit, connections are closed without a response', async () => {
  await openAll()
  const rejected = await Promise.all(Array.from({ length: 100 }, open))
  const dropped = await open()
  dropped.write(get(lookup))
  expect(await text(dropped).catch(() => '')).toBe('')
  rejected[0]?.write(get(lookup))
  expect(await text(rejected[0]!)).toMatch(/^HTTP\/1\.1 503 /)
})
