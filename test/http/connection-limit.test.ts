import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { lockCase } from '../../src/cases/change/in-turn.ts'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { type TestServer, useServer } from '../support/server/server.ts'

const ofAnyAddress = { maxConnectionsPerAddress: Infinity }
const server = useServer({ env: { MAX_CONNECTIONS: '2' }, limits: ofAnyAddress })
const larger = useServer({ env: { MAX_CONNECTIONS: '4' }, limits: ofAnyAddress })
const perAddress = useServer({ env: { MAX_CONNECTIONS: '4' } })
const behindProxy = useServer({ env: { MAX_CONNECTIONS: '4', TRUST_PROXY: 'on' } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // While they are answered, the servers notice that the connections are closed.
  for (const { url } of [server, larger, perAddress, behindProxy])
    await fetch(`${url}/livez`, { headers: { connection: 'close' } })
})

async function open({ url } = server, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = (await openSocket(url, { localAddress })).on('error', () => {})
  sockets.push(socket)
  return socket
}

const http = (method: string, path: string, connection = 'keep-alive', body = '') =>
  requestText(`${method} ${path}`, { ...asOlga, connection }, body)

const read = '/api/v4/cases/1001'
const ok = /^HTTP\/1\.1 200 /
const created = /^HTTP\/1\.1 201 /
const update = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] })

/** Sends a request on a new connection. Returns what arrives until it is closed. */
async function ask(path = read, of?: TestServer, localAddress?: string): Promise<string> {
  const socket = await open(of, localAddress)
  socket.write(http('GET', path, 'close'))
  return text(socket).catch(() => 'reset')
}

/** Opens a connection that sends this. */
async function sending(bytes: string, of?: TestServer): Promise<Socket> {
  const socket = await open(of)
  socket.write(bytes)
  return socket
}

/** Opens a connection that stays open after the response to a request. The server has also read what `follows`. */
async function idle(of?: TestServer, follows = ''): Promise<Socket> {
  const socket = await sending(http('GET', '/livez') + follows, of)
  expect(String(await once(socket, 'data'))).toMatch(ok)
  return socket.pause()
}

/** Opens two connections whose requests are not answered before the work has ended. */
async function whileBusy(of: TestServer, work: () => Promise<unknown>): Promise<void> {
  const running = await of.database.transaction(async (transaction) => {
    await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
    const sockets = [await idle(of, http('GET', read, 'close')), await idle(of, http('GET', read, 'close'))]
    await work()
    return sockets
  })
  for (const socket of running) expect(await text(socket)).toMatch(ok)
}

const isClosed = (socket: Socket) =>
  text(socket).then(
    () => true,
    () => true,
  )

test('the oldest connection that has sent nothing makes room for a new one', async () => {
  const [first, second] = [await open(), await open()]
  expect(await ask()).toMatch(ok)
  expect(await isClosed(first!)).toBe(true)
  second.write(http('GET', read, 'close'))
  expect(await text(second)).toMatch(ok)
  expect(server.log.filter((line) => line.includes('MAX_CONNECTIONS'))).toHaveLength(1)
})

test('it makes room before an older one that is kept alive', async () => {
  const [kept, silent] = [await idle(), await open()]
  expect(await ask()).toMatch(ok)
  expect(await isClosed(silent)).toBe(true)
  kept.write(http('GET', read, 'close'))
  expect(await text(kept)).toMatch(ok)
})

test('a client that has just connected can send its request while others are kept alive', async () => {
  const [oldest] = [await idle(larger), await idle(larger), await idle(larger)]
  const latest = await open(larger)
  expect(await ask(read, larger)).toMatch(ok)
  expect(await isClosed(oldest)).toBe(true)
  latest.write(http('GET', read, 'close'))
  expect(await text(latest)).toMatch(ok)
})

test('one that is kept alive makes room before an older one that is sending a request', async () => {
  const id = await server.addCase()
  const put = http('PUT', `/api/v4/cases/${id}`, 'close', update)
  const [sender, kept] = [await sending(put.slice(0, -1)), await idle()]
  expect(await ask()).toMatch(ok)
  expect(await isClosed(kept)).toBe(true)
  sender.write(put.slice(-1))
  expect(await text(sender)).toMatch(created)
})

test.each([
  ['the headers of a request', http('GET', read).slice(0, 40)],
  ['the body of a request', http('PUT', '/api/v4/cases/1001', 'close', update).slice(0, -10)],
])('connections that send %s slowly make room', async (_what, part) => {
  const slow = [await sending(part), await sending(part)]
  expect(await ask()).toMatch(ok)
  expect(await Promise.race(slow.map(isClosed))).toBe(true)
})

test('a connection that does not read makes room', async () => {
  const comments = Array.from({ length: 50 }, () => ({ text: '字'.repeat(9_999), authorEmail: 'olga@example.com' }))
  const [long, locked] = [await server.addCase({ comments }), await server.addCase()]
  const unread = await open()
  unread.pause()
  // The buffers of the operating system take several megabytes.
  unread.write(http('GET', `/api/v4/cases/${long}/comments?first=50`).repeat(30))
  await server.database.transaction(async (transaction) => {
    await lockCase(transaction, locked)
    await idle(server, http('PUT', `/api/v4/cases/${locked}`, 'close', update))
    await expect.poll(() => ask()).toMatch(ok)
  })
})

describe('while the server works for all connections', () => {
  test('a request on a further one gets 503, and probes are answered', () =>
    whileBusy(server, async () => {
      const answer = await ask()
      expect(answer).toMatch(/^HTTP\/1\.1 503 /)
      expect(answer).toMatch(/^retry-after: [1-9]/im)
      expect(answer).toMatch(/^connection: close\r$/im)
      expect(answer).toMatch(/"type":"urn:casegate:problem:unavailable"/)
      expect(await ask('/livez')).toMatch(ok)
      expect(await ask('/readyz')).toMatch(ok)
    }))

  test('the oldest of 100 further ones makes room', () =>
    whileBusy(server, async () => {
      const further = await Promise.all(Array.from({ length: 101 }, () => open()))
      expect(await isClosed(further[0]!)).toBe(true)
      further[1]!.write(http('GET', read))
      expect(await text(further[1]!)).toMatch(/^HTTP\/1\.1 503 /)
      expect(await ask('/livez')).toMatch(ok)
    }))
})

describe('the connections of one address', () => {
  test('make room for each other', async () => {
    const [silent, other] = [await open(perAddress), await open(perAddress, '127.0.0.2')]
    await open(perAddress)
    expect(await ask(read, perAddress)).toMatch(ok)
    expect(await isClosed(silent)).toBe(true)
    other.write(http('GET', read, 'close'))
    expect(await text(other)).toMatch(ok)
  })

  test('are rejected while the server works for as many, and others are not', () =>
    whileBusy(perAddress, async () => {
      expect(await ask(read, perAddress)).toMatch(/^HTTP\/1\.1 503 /)
      expect(await ask('/readyz', perAddress)).toMatch(ok)
      await idle(perAddress)
      const other = await open(perAddress, '127.0.0.2')
      other.write(http('GET', '/livez'))
      expect(String(await once(other, 'data'))).toMatch(/^connection: keep-alive\r$/im)
    }))

  test('are not limited if they are those of a proxy', async () => {
    const silent = [await open(behindProxy), await open(behindProxy), await open(behindProxy)]
    for (const socket of silent) socket.write(http('GET', read, 'close'))
    for (const socket of silent) expect(await text(socket)).toMatch(ok)
  })
})

test('a stream counts for its address, and not in total', async () => {
  const stream = requestText('GET /api/v4/events?after=latest', { ...asOlga, accept: 'text/event-stream' })
  for (const [of, expected] of [
    [perAddress, 1],
    [server, 2],
  ] as const) {
    const streams = [await sending(stream, of), await sending(stream, of)]
    for (const socket of streams) expect(String(await once(socket, 'data'))).toMatch(ok)
    const { destroyed } = await idle(of)
    expect(destroyed).toBe(false)
    await expect.poll(() => streams.filter((socket) => !socket.resume().closed).length).toBe(expected)
  }
})
