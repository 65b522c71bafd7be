import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StreamWriter } from '../../src/http/connections/event-streams.ts'
import { listening } from '../support/listening.ts'

const chunk = Buffer.alloc(64 * 1024, 'x')
/** The buffers of the operating system take several megabytes. */
const enough = 1_000
let client: Socket
let response: ServerResponse
let writer: StreamWriter

beforeEach(async () => {
  const server = createServer()
  client = connect(await listening(server), '127.0.0.1')
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  ;[, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  writer = new StreamWriter(response)
  return () => server.close()
})
afterEach(() => client.destroy())

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a reader that does not read what happens loses its connection', async () => {
  client.pause()
  let written = 0
  for (; written < enough && writer.writeLive([chunk]); written++) await nextTurn()
  expect(written).toBeLessThan(enough)
  expect(response.destroyed).toBe(true)
  expect([writer.writeLive([chunk]), await writer.write([chunk])]).toEqual([false, false])
})

test('when a stream is over, a reader that does not read does not keep the connection', async () => {
  client.pause()
  const closed = new Promise<void>((resolve) => writer.onClose(resolve))
  const written = writer.write(Array.from({ length: enough }, () => chunk))
  await expect.poll(() => response.writableLength).toBeGreaterThan(0)
  await nextTurn()
  writer.stop()
  await closed
  expect(await written).toBe(false)
})

test('a reader that reads gets everything to the end', async () => {
  const received = text(client)
  expect(await writer.write(Array.from({ length: 100 }, () => chunk))).toBe(true)
  await expect.poll(() => response.writableLength).toBe(0)
  writer.stop()
  expect(await writer.write([Buffer.from('last')])).toBe(true)
  writer.finish()
  const answer = await received
  expect(answer.length).toBeGreaterThan(100 * chunk.length)
  expect(answer).toMatch(/last\r\n0\r\n\r\n$/)
})
