import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoStore } from '../support/database/stores.ts'
import { asOlga, openSocket, requestText, updateText } from '../support/requests/raw-socket.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { restClient } from '../support/requests/rest-client.ts'
import { type ServeProcess, startServe } from '../support/server/process.ts'

let store: Record<string, string>
beforeAll(async () => (store = await demoStore()))

const update = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Finished.'] })

describe('a server that is stopped', () => {
  let serve: ServeProcess
  let url: string

  beforeEach(async () => {
    serve = startServe({ ...store, LOG_LEVEL: 'trace' })
    url = await serve.url
  })
  afterEach(async () => {
    serve.child.kill('SIGKILL')
    await serve.exited
  })

  /** Sends an update except for its last byte, which keeps the server busy. */
  async function begin(): Promise<Socket> {
    const socket = await openSocket(url)
    const headers = { ...asOlga, expect: '100-continue', 'content-length': update.length }
    socket.write(requestText('PUT /api/v4/cases/1001', headers))
    // The response to "expect" shows that the request has begun.
    const [begun] = (await once(socket, 'data')) as [Buffer]
    expect(begun.toString()).toMatch(/^HTTP\/1\.1 100 /)
    socket.write(update.slice(0, -1))
    return socket
  }

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s finishes running requests, and nothing else', async (signal) => {
    const sockets = [await begin(), await begin(), await begin()]
    await stop(serve, signal)
    const answered = Promise.all(sockets.map(text))
    const more = [
      requestText('GET /readyz'),
      requestText('GET /api/v4/cases/typecategory', credentialHeaders(paula)),
      requestText('GET /graphql'),
    ]
    sockets.forEach((socket, index) => socket.write(`${update.slice(-1)}${more[index]}`))
    for (const answers of await answered) {
      const [, finished, refused] = answers.split('HTTP/1.1 ')
      expect(finished).toMatch(/^201 /)
      expect(finished).toContain('"case":{"id":1001,')
      expect(refused).toMatch(/^503 /)
      expect(refused).toMatch(/^retry-after: [1-9]/im)
      expect(refused).toMatch(/"code":"unavailable"/i)
    }
    expect(await serve.exited).toBe(0)
    expect(serve.output()).not.toMatch(/demo-(operator|party)-\w+"/)
  })

  test('rejects new requests meanwhile, on new and old connections', async () => {
    const socket = await begin()
    const idle = await usedSocket(serve)
    await stop(serve)
    const onIdle = text(idle)
    idle.write(requestText('PUT /api/v4/cases/1001', { ...credentialHeaders(olga), 'content-length': '2' }))
    idle.write('{}')
    expect(await onIdle).toMatch(/^HTTP\/1\.1 503 /)
    for (const path of ['/readyz', '/graphql', '/api/v4/cases/typecategory']) {
      const { status, headers, body } = await sendRaw(url, { path, headers: credentialHeaders(paula) })
      expect([path, status, headers.connection]).toEqual([path, 503, 'close'])
      expect(headers['retry-after']).toMatch(/^[1-9]/)
      expect(body).toMatch(/"code":"unavailable"/i)
    }
    // The process still works, so an orchestrator must not restart it.
    expect((await sendRaw(url, { path: '/livez' })).status).toBe(200)
    socket.write(update.slice(-1))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
    expect(await serve.exited).toBe(0)
  })

  test('ends if no request is running, although a connection is open', { tags: ['nightly'] }, async () => {
    await usedSocket(serve)
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })

  test('ends although a body never arrives', { tags: ['nightly'] }, async () => {
    const socket = await begin()
    socket.on('error', () => {})
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })

  test('ends although nobody reads its output', { tags: ['nightly'] }, async () => {
    serve.child.stdout.destroy()
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })

  test('twice ends immediately', async () => {
    const socket = await begin()
    socket.on('error', () => {})
    await stop(serve)
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(1)
  })
})

test.each([
  ['while it serves', ''],
  ['while it stops', "process.emit('SIGTERM', 'SIGTERM');"],
])('a server that fails unexpectedly %s exits with 1 and prints no data', async (_when, before) => {
  const fail = `process.once('SIGWINCH', () => {
    ${before}
    const secret = 'qvx' + 'zj'
    throw Object.assign(new Error(secret), { query: secret })
  })`
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(fail)}`
  const { url, child, exited, output } = startServe({ ...store, NODE_OPTIONS })
  await url
  child.kill('SIGWINCH')
  expect(await exited).toBe(1)
  expect(output()).toContain('Casegate failed')
  expect(output()).not.toContain('qvxzj')
})

const commented = (comment: string) => updateText(1001, {}, comment)

/** A connection that stays open after a response. */
async function usedSocket(serve: ServeProcess, request = requestText('GET /livez')): Promise<Socket> {
  const socket = await openSocket(await serve.url)
  socket.write(request)
  await once(socket, 'data')
  return socket
}

/** Returns the URL of a server that is stopping. */
async function stop(serve: ServeProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<string> {
  const url = await serve.url
  serve.child.kill(signal)
  await expect.poll(async () => (await sendRaw(url, { path: '/readyz' })).status).toBe(503)
  return url
}

test('during the delay, /readyz is 503 and everything else is answered, on new and old connections', async () => {
  const serve = startServe({ ...store, SHUTDOWN_DELAY: '3600' })
  const kept = await usedSocket(serve, commented('Before.'))
  const url = await stop(serve)
  const { status, headers: refused, body: problem } = await sendRaw(url, { path: '/readyz' })
  expect([status, JSON.parse(problem)]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
  expect(refused['retry-after']).toMatch(/^[1-9]/)
  expect((await sendRaw(url, { path: '/livez' })).status).toBe(200)
  const created = await restClient({ url }).put('cases/1001', {
    categoryCode: 'BILLING',
    typeCode: 'REFUND',
    comments: ['New.'],
  })
  expect(created.status).toBe(201)
  const answers = text(kept)
  kept.write(commented('Last.'))
  // The connection is closed after its response, so that it is not used when the delay ends.
  expect(await answers).toMatch(/^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is)
  serve.child.kill('SIGTERM')
  expect(await serve.exited).toBe(1)
})

test('during the delay, requests that were sent together are all answered', { tags: ['nightly'] }, async () => {
  const socket = await openSocket(await stop(startServe({ ...store, SHUTDOWN_DELAY: '3600' })))
  socket.write(commented('One.') + commented('Two.') + commented('Three.'))
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 )/)
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['201', '201', '201'])
  expect(answers.map((answer) => /^connection: close\r$/im.test(answer))).toEqual([false, false, true])
})

test('after the delay, the server ends although a connection is open', { tags: ['nightly'] }, async () => {
  const serve = startServe({ ...store, SHUTDOWN_DELAY: '1' })
  await usedSocket(serve)
  serve.child.kill('SIGTERM')
  expect(await serve.exited).toBe(0)
})
