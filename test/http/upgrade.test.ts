import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openSocket, updateText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

test('after a request to upgrade, which is not supported, the connection ends instead of swallowing a request', async () => {
  const [first, second] = [await server.addCase(), await server.addCase()]
  const socket = await openSocket(server.url)
  socket.write(updateText(first, { connection: 'Upgrade', upgrade: 'h2c' }) + updateText(second))
  const received = await text(socket)
  expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 201'])
  expect(received).toMatch(/^connection: close\r$/m)
  expect([await server.version(first), await server.version(second)]).toEqual([2, 1])
})
