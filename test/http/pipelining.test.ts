import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { lockCase } from '../../src/cases/change/in-turn.ts'
import { openSocket, requestText, updateText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ limits: { requestTimeoutMs: 1_000 } })
/** A busy machine may need longer than a second for many requests. */
const patient = useServer({ database: async () => server.database })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

/** The lock keeps every request from reading its session, so none of them finishes. */
const whileLocked = <Result>(work: () => Promise<Result>) =>
  server.database.transaction(async (transaction) => {
    await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
    return work()
  })

test('more requests than fit into one segment are answered in order', async () => {
  const socket = await openSocket(patient.url)
  const ids = Array.from({ length: 1_000 }, (_, index) => `request-${index}`)
  const padding = 'x'.repeat(500)
  socket.end(ids.map((each) => requestText('GET /livez', { 'X-Request-Id': each, X: padding })).join(''))
  expect([...(await text(socket)).matchAll(/x-request-id: (.*)\r\n/g)].map(([, each]) => each)).toEqual(ids)
})

test('a request is not executed before the response to the previous one is complete', async () => {
  const [first, second] = [await server.addCase(), await server.addCase()]
  await server.database.transaction(async (transaction) => {
    await lockCase(transaction, first)
    const socket = await openSocket(server.url)
    socket.write(updateText(first) + updateText(second))
    // The response to a later request on another connection shows that the server has read the second one.
    const other = await openSocket(server.url)
    other.write(updateText(second, { connection: 'close' }))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 201/)
    expect(await server.version(second)).toBe(2)
    socket.destroy()
  })
})

test('a request is not late while it waits for the previous one', async () => {
  const id = await server.addCase()
  const last = updateText(id, { connection: 'close' })
  const socket = await whileLocked(async () => {
    const socket = await openSocket(server.url)
    socket.write(updateText(id) + updateText(id) + last.slice(0, 100))
    const other = await openSocket(server.url)
    other.write(last.slice(0, 100))
    expect(await text(other)).toMatch(/^HTTP\/1\.1 408/)
    return socket
  })
  const responses = text(socket)
  socket.write(last.slice(100))
  expect((await responses).match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 201'))
})

test('after a request to upgrade, which is not supported, the connection ends instead of swallowing a request', async () => {
  const [first, second] = [await server.addCase(), await server.addCase()]
  const socket = await openSocket(server.url)
  socket.write(updateText(first, { connection: 'Upgrade', upgrade: 'h2c' }) + updateText(second))
  const received = await text(socket)
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 201'])
  expect(received).toMatch(/^connection: close\r$/m)
  expect([await server.version(first), await server.version(second)]).toEqual([2, 1])
})
