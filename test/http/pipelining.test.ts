import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { lockCase } from '../../src/cases/change/in-turn.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { REQUEST_TIMEOUT: '1' } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

function put(id: number, headers = {}): string {
  const body = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Hello.'] })
  const all = { host: 'localhost', 'content-type': 'application/json', ...credentialHeaders(olga), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `PUT /api/v4/cases/${id} HTTP/1.1\r\n${lines.join('')}content-length: ${body.length}\r\n\r\n${body}`
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** The lock keeps every request from reading its session, so none of them finishes. */
const whileLocked = <Result>(work: () => Promise<Result>) =>
  server.database.transaction(async (transaction) => {
    await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
    return work()
  })

test('more requests than fit into one segment are answered in order', async () => {
  const socket = await open()
  const ids = Array.from({ length: 1_000 }, (_, index) => `request-${index}`)
  const padding = 'x'.repeat(500)
  socket.end(
    ids.map((each) => `GET /livez HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${each}\r\nX: ${padding}\r\n\r\n`).join(''),
  )
  const responses = await text(socket)
  expect([...responses.matchAll(/x-request-id: (.*)\r\n/g)].map(([, each]) => each)).toEqual(ids)
})

test('a request is not executed before the response to the previous one is complete', async () => {
  const [first, second] = [await server.addCase(), await server.addCase()]
  await server.database.transaction(async (transaction) => {
    await lockCase(transaction, first)
    const socket = await open()
    socket.write(put(first) + put(second))
    // The response to a later request on another connection shows that the server has read the second one.
    const other = await open()
    other.write(put(second, { connection: 'close' }))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 201/)
    expect(await server.version(second)).toBe(2)
    socket.destroy()
  })
})

test('a request is not late while it waits for the previous one', async () => {
  const id = await server.addCase()
  const last = put(id, { connection: 'close' })
  const socket = await whileLocked(async () => {
    const socket = await open()
    socket.write(put(id) + put(id) + last.slice(0, 100))
    const other = await open()
    other.write(last.slice(0, 100))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 408/)
    return socket
  })
  const responses = text(socket)
  socket.write(last.slice(100))
  expect((await responses).match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 201'))
})
