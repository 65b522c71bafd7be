import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentialHeaders, olga, paula } from '../support/credentials.ts'
import { createPostgresDatabase } from '../support/database.ts'
import { demoStore } from '../support/demo-store.ts'
import { sendRaw } from '../support/http.ts'
import { type ServeProcess, startServe } from '../support/process.ts'

// Each test starts a process.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let store: Record<string, string>
beforeAll(async () => {
  store = await demoStore()
})

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
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    await once(socket, 'connect')
    const headers = { ...credentialHeaders(olga), 'content-type': 'application/json', expect: '100-continue' }
    socket.write(head('PUT /api/v4/cases/1001', { ...headers, 'content-length': `${update.length}` }))
    // The response to "expect" shows that the request has begun.
    const [begun] = (await once(socket, 'data')) as [Buffer]
    expect(begun.toString()).toMatch(/^HTTP\/1\.1 100 /)
    socket.write(update.slice(0, -1))
    return socket
  }

  const isStopping = async () => (await sendRaw(url, { path: '/livez' })).status === 503

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s finishes running requests, and nothing else', async (signal) => {
    const sockets = [await begin(), await begin(), await begin()]
    serve.child.kill(signal)
    await expect.poll(isStopping).toBe(true)
    const answered = Promise.all(sockets.map(text))
    const more = [
      head('GET /readyz'),
      head('GET /api/v4/cases/typecategory', credentialHeaders(paula)),
      head('GET /graphql'),
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
    const idle = connect(Number(new URL(url).port), new URL(url).hostname)
    idle.write(head('GET /livez'))
    await once(idle, 'data')
    serve.child.kill('SIGTERM')
    await expect.poll(isStopping).toBe(true)
    const onIdle = text(idle)
    idle.write(head('PUT /api/v4/cases/1001', { ...credentialHeaders(olga), 'content-length': '2' }))
    idle.write('{}')
    expect(await onIdle).toMatch(/^HTTP\/1\.1 503 /)
    for (const path of ['/readyz', '/graphql', '/api/v4/cases/typecategory']) {
      const { status, headers, body } = await sendRaw(url, { path, headers: credentialHeaders(paula) })
      expect([path, status, headers.connection]).toEqual([path, 503, 'close'])
      expect(headers['retry-after']).toMatch(/^[1-9]/)
      expect(body).toMatch(/"code":"unavailable"/i)
    }
    socket.write(update.slice(-1))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
    expect(await serve.exited).toBe(0)
  })

  test('ends if no request is running, although a connection is open', async () => {
    const socket = connect(Number(new URL(url).port), new URL(url).hostname)
    socket.write(head('GET /livez'))
    await once(socket, 'data')
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(0)
  })

  test('twice ends immediately', async () => {
    const socket = await begin()
    socket.on('error', () => {})
    serve.child.kill('SIGTERM')
    await expect.poll(isStopping).toBe(true)
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(1)
  })
})

describe('a server does not start', () => {
  test('with invalid settings, and names all of them', async () => {
    const { exited, output } = startServe({
      PORT: 'http',
      DATABASE_URL: 'mysql://127.0.0.1/casegate',
      LOG_LEVEL: 'loud',
      GRAPHIQL: 'yes',
      PREPARED_STATEMENTS: 'true',
      DATABASE_POOL_SIZE: '0',
    })
    expect(await exited).toBe(1)
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'GRAPHIQL', 'PREPARED_STATEMENTS', 'DATABASE_POOL_SIZE']) {
      expect(output()).toMatch(new RegExp(`^ +${name}: must be `, 'm'))
    }
    expect(output()).not.toMatch(/^ +at /m)
  })

  test('on a port that is in use, and explains it in one line', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const { exited, output } = startServe({ ...store, PORT: `${port}` })
    expect(await exited).toBe(1)
    expect(output()).toMatch(new RegExp(`^.*\\b${port}\\b.* in use.*$`))
    other.close()
  })

  test('without its migrations, and shows the command to run', async () => {
    const { exited, output } = startServe({ DATABASE_URL: await createPostgresDatabase() })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^.*npm run --silent casegate -- migrate$/)
  })

  test('without its database, and explains it in one line', async () => {
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    await once(closed.close(), 'close')
    const DATABASE_URL = `postgresql://postgres:pass-4711@127.0.0.1:${port}/casegate`
    const { exited, output } = startServe({ DATABASE_URL })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^Cannot reach the database.*$/)
    expect(output()).not.toContain('pass-4711')
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

function head(line: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
