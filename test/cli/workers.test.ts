import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoStore } from '../support/database/stores.ts'
import { temporaryFolder } from '../support/folders.ts'
import { listening } from '../support/listening.ts'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { type ServeProcess, startServe } from '../support/server/process.ts'

let store: Record<string, string>
beforeAll(async () => (store = { ...(await demoStore()), WORKERS: '2' }))

const nightly = { tags: ['nightly'] }
const update = JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Finished.'] })

interface Line {
  msg: string
  pid: number
  metrics?: string
  ms?: number
}

const linesOf = (serve: ServeProcess) =>
  serve
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** The processes that have begun to serve. */
const workersOf = (serve: ServeProcess) =>
  linesOf(serve)
    .filter(({ msg }) => msg.startsWith('Server listening'))
    .map(({ pid }) => pid)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process that has served is gone, and so are the others. */
const expectNoneRunning = (serve: ServeProcess) => expect.poll(() => workersOf(serve).filter(isRunning)).toEqual([])

/** Reads a value of the metrics. */
async function metric(serve: ServeProcess, name: string): Promise<number> {
  const { metrics = '' } = linesOf(serve).find(({ msg }) => msg === 'Casegate is listening')!
  const lines = (await (await fetch(metrics)).text()).split('\n')
  return lines.filter((line) => line.startsWith(name)).reduce((sum, line) => sum + Number(/\S+$/.exec(line)?.[0]), 0)
}

const lookUp = (url: string) => sendRaw(url, { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) })

/** Sends an update except for its last byte, which keeps a worker busy. */
async function begin(url: string): Promise<Socket> {
  const socket = await openSocket(url)
  const headers = { ...asOlga, expect: '100-continue', 'content-length': update.length }
  socket.write(requestText('PUT /api/v4/cases/1001', headers))
  await once(socket, 'data')
  socket.write(update.slice(0, -1))
  return socket
}

async function finish(socket: Socket): Promise<string> {
  const answer = text(socket)
  socket.write(update.slice(-1))
  return answer
}

describe('two processes of one command', () => {
  let serve: ServeProcess
  let url: string
  beforeAll(async () => {
    const limits = { RATE_LIMIT_SESSION: '9', DATABASE_POOL_SIZE: '5' }
    serve = startServe({ ...store, ...limits, DESK: 'on', METRICS_PORT: '0' })
    url = await serve.url
  })

  test('log their address once', async () => {
    await expect.poll(() => serve.output()).toMatch(/Open the desk/)
    expect(serve.output().match(/Casegate is listening|Open the desk/g)).toHaveLength(2)
    await expect.poll(() => workersOf(serve)).toHaveLength(2)
  })

  test('serve on one port, and share the limits in the settings', async () => {
    const answers = []
    while (answers.length < 8) answers.push(await lookUp(url))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    // Half of 300 for the first request that a process sees, and half of 9, rounded up, for others of the session.
    const maxima = answers.map(({ headers }) => headers['ratelimit-limit'])
    expect(new Set(maxima)).toEqual(new Set(['150', '5']))
    // Half of 5, rounded down.
    expect(await metric(serve, 'casegate_pool_max_connections')).toBe(4)
    const requests = () => linesOf(serve).filter(({ msg }) => msg === 'request')
    await expect.poll(() => requests().length).toBe(8)
    expect(new Set(requests().map(({ pid }) => pid))).toEqual(new Set(workersOf(serve)))
  })

  test('serve the sums of their metrics', async () => {
    expect(await metric(serve, 'casegate_requests_total{face="rest"')).toBe(8)
    expect(await metric(serve, 'casegate_request_duration_seconds_count')).toBe(8)
    expect(await metric(serve, 'casegate_catalogue_info')).toBe(1)
  })

  test('continue if one is killed, and another takes its place', async () => {
    const [killed = 0] = workersOf(serve)
    process.kill(killed, 'SIGSTOP')
    const sockets = await Promise.all([openSocket(url), openSocket(url), openSocket(url)])
    const answers = Promise.all(sockets.map((socket) => text(socket).catch(() => 'closed')))
    for (const socket of sockets) socket.write(requestText('GET /livez', { connection: 'close' }))
    process.kill(killed, 'SIGKILL')
    // It had been given a connection, and had not taken it.
    expect((await answers).map((answer) => answer.slice(0, 12)).sort()).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'closed',
    ])
    // What the killed one had counted still counts.
    expect(await metric(serve, 'casegate_requests_total{face="rest"')).toBe(8)
    await expect.poll(() => workersOf(serve)).toHaveLength(3)
    expect(await metric(serve, 'casegate_worker_restarts_total')).toBe(1)
  })

  test('serve metrics even if one hangs', nightly, async () => {
    const [, hanging = 0] = workersOf(serve)
    process.kill(hanging, 'SIGSTOP')
    expect(await metric(serve, 'casegate_requests_total{face="rest"')).toBe(8)
    process.kill(hanging, 'SIGCONT')
  })

  test('finish running requests, end streams, and exit, even if each of them gets the signal', async () => {
    // A session has few requests here.
    const updates = [await begin(url), await begin(url)]
    const stream = await openSocket(url)
    stream.write(requestText('GET /api/v4/events', { ...asOlga, accept: 'text/event-stream' }))
    await once(stream, 'data')
    const ended = text(stream)
    // As Ctrl+C in a terminal does.
    for (const pid of [serve.child.pid!, ...workersOf(serve).slice(1)]) process.kill(pid, 'SIGINT')
    await expect.poll(async () => (await sendRaw(url, { path: '/readyz' })).status).toBe(503)
    for (const answer of await Promise.all(updates.map(finish))) expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    await ended
    expect(await serve.exited).toBe(0)
    await expectNoneRunning(serve)
  })
})

describe('several processes', () => {
  test('are all killed by a second signal', nightly, async () => {
    const serve = startServe(store)
    const socket = await begin(await serve.url)
    socket.on('error', () => {})
    serve.child.kill('SIGTERM')
    await expect.poll(async () => (await sendRaw(await serve.url, { path: '/readyz' })).status).toBe(503)
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(1)
    await expectNoneRunning(serve)
  })

  test('finish their requests and exit if the first one is killed', nightly, async () => {
    const serve = startServe(store)
    const sockets = [await begin(await serve.url), await begin(await serve.url)]
    serve.child.kill('SIGKILL')
    await expect.poll(() => isRunning(serve.child.pid!)).toBe(false)
    for (const socket of sockets) expect(await finish(socket)).toMatch(/^HTTP\/1\.1 201 /)
    await expectNoneRunning(serve)
  })

  test('are all killed after the time limit if one hangs', nightly, async () => {
    const serve = startServe(store)
    await serve.url
    // Workers write their logs once a second.
    await expect.poll(() => workersOf(serve)).toHaveLength(2)
    process.kill(workersOf(serve)[1]!, 'SIGSTOP')
    serve.child.kill('SIGTERM')
    expect(await serve.exited).toBe(1)
    await expectNoneRunning(serve)
  })

  test('do not start on a port that is in use, and report it once', nightly, async () => {
    const other = createServer()
    const PORT = `${await listening(other)}`
    const { exited, output } = startServe({ ...store, PORT })
    expect(await exited).toBe(1)
    expect(output()).toMatch(new RegExp(`^Invalid configuration:\n  PORT: port ${PORT} .* in use.*$`))
    other.close()
  })

  test('are restarted after a longer wait each time one cannot start', nightly, async () => {
    const TRUSTED_DOCUMENTS = join(temporaryFolder(), 'documents.json')
    const allow = () => writeFileSync(TRUSTED_DOCUMENTS, '{}')
    allow()
    const serve = startServe({ ...store, DATABASE_POOL_SIZE: '2', TRUSTED_DOCUMENTS })
    await serve.url
    const waits = () =>
      linesOf(serve)
        .filter(({ msg }) => msg.startsWith('A worker has ended'))
        .map(({ ms }) => ms)
    await expect.poll(() => workersOf(serve)).toHaveLength(2)
    rmSync(TRUSTED_DOCUMENTS)
    process.kill(workersOf(serve)[1]!, 'SIGKILL')
    // The first one is replaced at once if it has served for ten seconds.
    const longer = () => waits().filter((ms) => ms !== 0)
    await expect.poll(() => longer().slice(0, 3)).toEqual([500, 1_000, 2_000])
    allow()
    await expect.poll(() => workersOf(serve)).toHaveLength(3)
    // So is one that takes longer than this to find out that it cannot start.
    rmSync(TRUSTED_DOCUMENTS)
    execFileSync('mkfifo', [TRUSTED_DOCUMENTS])
    process.kill(workersOf(serve)[2]!, 'SIGKILL')
    const known = await open(TRUSTED_DOCUMENTS, 'w')
    rmSync(TRUSTED_DOCUMENTS)
    allow()
    const [begun, before] = [performance.now(), waits().length]
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(10_500)
    await known.write('no JSON')
    await known.close()
    await expect.poll(() => waits()[before]).toBeGreaterThan(0)
  })
})
