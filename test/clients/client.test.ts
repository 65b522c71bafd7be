import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  CursorExpiredError,
  type EventFeed,
  type FeedEvent,
  ProblemError,
} from '../../client/src/client.ts'
import { type CuttingProxy, cuttingProxy } from '../support/clients/cutting-proxy.ts'
import { listening } from '../support/listening.ts'
import { type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { settledFeed } from '../support/requests/event-feed.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const isGate = process.env['TEST_GATE'] === 'on'
eachNeedsOneProcess(() => 'counts the requests of its connections')

const path = '/api/v4/cases/{caseInstanceId}'
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: server.url, credentials: olga, ...options })
const comment = (client: Client, id: number, text: string, init: object = {}) =>
  client.PUT(path, { params: { path: { caseInstanceId: id } }, body: { ...refund, comments: [text] }, ...init })
const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a call', () => {
  const client = () => clientOf()

  test('returns what was asked for, or an error with its code', async () => {
    const id = await server.addCase()
    const params = { path: { caseInstanceId: id } }
    const { data } = await client().GET(path, { params })
    expect(data?.case).toMatchObject({ id, status: 'Open' })
    const { error } = await client().PATCH(path, { params, body: { status: 'Done' } })
    expect(error?.code === 'InvalidName' && error.problems).toMatchObject([{ pointer: '#/status' }])
    const stale = await client().PATCH(path, {
      params: { ...params, header: { 'If-Match': '"9"' } },
      body: { status: 'Closed' },
    })
    expect(stale.error?.code === 'preconditionFailed' && stale.error.currentVersion).toBe(1)
    expect(new ProblemError(stale.error!).message).toMatch(/^preconditionFailed: The case has version 1/)
    const { error: unknown } = await clientOf({ credentials: { ...olga, token: 'unknown' } }).GET(path, { params })
    expect(unknown?.code).toBe('unauthenticated')
  })

  test('sends files as they are, with their media type', async () => {
    const upload = async (body: Blob | ReadableStream<Uint8Array> | Uint8Array, headers = {}) => {
      const params = { query: { name: 'note.txt' } }
      const { data } = await clientOf({ credentials: paula }).POST('/api/v4/attachments', { params, body, headers })
      return data!.attachment
    }
    const bytes = new TextEncoder().encode('hello')
    for (const body of [new Blob([bytes], { type: 'text/plain' }), bytes, new Blob([bytes]).stream()]) {
      const { id, size } = await upload(body)
      expect(size).toBe(5)
      const { data } = await clientOf({ credentials: paula }).GET('/api/v4/attachments/{attachmentId}/content', {
        params: { path: { attachmentId: id } },
        parseAs: 'text',
      })
      expect(data).toBe('hello')
    }
  })
})

describe('a call over a connection that breaks', () => {
  let proxy: CuttingProxy
  beforeAll(async () => {
    proxy = await cuttingProxy(server.url)
  })
  beforeEach(() => proxy.cut())
  const client = (options: Partial<ClientOptions> = {}) => clientOf({ url: proxy.url, ...options })
  const requestsOf = async (call: () => Promise<unknown>) => {
    const before = proxy.requests
    await call()
    return proxy.requests - before
  }

  test.each([
    ['before its response', 0],
    ['within the head of its response', 40],
    ['within the body of its response', 1500],
  ])('is made once, even if it is sent again because it broke %s', async (_, bytes) => {
    const id = await server.addCase()
    proxy.cutNext(bytes)
    const params = { path: { caseInstanceId: id } }
    let data: { case: { version: number } } | undefined
    const change = async () => void ({ data } = await client().PATCH(path, { params, body: { comments: ['Once.'] } }))
    expect(await requestsOf(change)).toBe(2)
    expect(data?.case.version).toBe(2)
    expect(await server.version(id)).toBe(2)
  })

  test('retries reads, including text', async () => {
    proxy.cutNext(1500)
    const read = async () => {
      const { data } = await client().GET('/api/v4/cases', { headers: { Accept: 'text/csv' }, parseAs: 'text' })
      expect(data!.length).toBeGreaterThan(1500)
    }
    expect(await requestsOf(read)).toBe(2)
  })

  test('has its own key unless the caller passes one', async () => {
    const id = await server.addCase()
    const keys: (string | null)[] = []
    const fetch = (request: Request) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return globalThis.fetch(request)
    }
    proxy.cutNext(0)
    await comment(client({ fetch }), id, 'One.')
    await comment(client({ fetch }), id, 'Two.')
    const params = { path: { caseInstanceId: id }, header: { 'Idempotency-Key': 'mine' } }
    for (const text of ['Three.', 'Three.', 'Four.']) {
      const { error } = await client({ fetch }).PUT(path, { params, body: { ...refund, comments: [text] } })
      expect(error?.code).toBe(text === 'Four.' ? 'conflict' : undefined)
    }
    await client({ fetch }).GET(path, { params: { path: { caseInstanceId: id } } })
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/) as string
    expect(keys).toEqual([uuid, uuid, uuid, 'mine', 'mine', 'mine', null])
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
    expect(await server.version(id)).toBe(4)
  })

  test('fails without a retry if it takes no key', async () => {
    // Node may still take a connection to another one that was cut just now.
    const untaken = await cuttingProxy(server.url)
    untaken.cutNext(0)
    const params = { query: { name: 'a.txt' }, header: { 'Idempotency-Key': 'ignored' } } as { query: { name: string } }
    const body = new Blob(['a'])
    const upload = client({ url: untaken.url }).POST('/api/v4/attachments', { params, body })
    expect(await failureOf(upload)).toBeInstanceOf(ConnectionError)
    expect(untaken.requests).toBe(1)
  })

  test('fails after its last attempt, with the key for another one', async () => {
    const id = await server.addCase()
    proxy.cutNext(0, 0)
    const error = (await failureOf(comment(client({ retries: 1 }), id, 'Once.'))) as ConnectionError
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error.message).toMatch(/^PUT \/api\/v4\/cases\/\d+: no complete response arrived \(fetch failed: /)
    const header = { 'Idempotency-Key': error.idempotencyKey! }
    await comment(client(), id, 'Once.', { headers: header })
    expect(await server.version(id)).toBe(2)
  })

  test('ends at once when its signal is aborted, while it waits and while it is under way', async () => {
    const waits = vi.spyOn(globalThis, 'setTimeout')
    await using busy = createServer((_, response) => void response.writeHead(503, { 'Retry-After': '60' }).end())
    const url = `http://127.0.0.1:${await listening(busy)}`
    for (const reason of [undefined, new Error('Enough.')]) {
      const leaving = new AbortController()
      const failure = failureOf(client({ url }).GET('/api/v4/cases', { signal: leaving.signal }))
      const isWaiting = () => waits.mock.calls.some(([, ms = 0]) => ms >= 60_000 && ms < 61_000)
      await expect.poll(isWaiting).toBe(true)
      waits.mockClear()
      const before = performance.now()
      leaving.abort(reason)
      expect(await failure).toMatchObject(reason ? { message: 'Enough.' } : { name: 'AbortError' })
      expect(performance.now() - before).toBeLessThan(30_000)
    }
    waits.mockRestore()
    proxy.hold(true)
    const signal = AbortSignal.timeout(100)
    expect(await failureOf(client().GET('/api/v4/cases', { signal }))).toMatchObject({ name: 'TimeoutError' })
    proxy.hold(false)
  })

  test.each([
    [502, 'text/html', 'status 502'],
    [200, 'text/html', 'not JSON but "text/html"'],
    [503, 'text/html', 'status 503', { 'Retry-After': '61' }],
  ])(
    'does not take the page of a proxy with %i for a response of the service',
    async (status, type, text, headers: object = {}) => {
      let requests = 0
      await using other = createServer((_, response) => {
        requests++
        response.writeHead(status, { 'Content-Type': type, ...headers }).end('<h1>Bad')
      })
      const url = `http://127.0.0.1:${await listening(other)}`
      const error = await failureOf(clientOf({ url, retries: 1 }).GET('/api/v4/cases'))
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({ message: expect.stringContaining(text), response: { status } })
      expect(requests).toBe(status === 503 ? 1 : 2)
    },
  )

  test('follows no redirect, which would send the credentials to another server', async () => {
    await using other = createServer((_, response) => void response.writeHead(307, { Location: server.url }).end())
    const url = `http://127.0.0.1:${await listening(other)}`
    const error = await failureOf(clientOf({ url, retries: 0 }).GET('/api/v4/cases'))
    expect(error).toMatchObject({ name: 'ConnectionError', message: expect.stringContaining('is a redirect') })
  })

  test.each(['text', 'json', 'stream'] as const)('can be aborted while the response arrives as %s', async (parseAs) => {
    const type = parseAs === 'json' ? 'application/json' : 'text/csv'
    await using other = createServer((_, response) => void response.writeHead(200, { 'Content-Type': type }).write('['))
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    const fetch = async (request: Request) => {
      const response = await globalThis.fetch(request)
      begun.resolve()
      return response
    }
    const read = async () => {
      const url = `http://127.0.0.1:${await listening(other)}`
      const { data } = await clientOf({ url, fetch }).GET('/api/v4/cases', { parseAs, signal: leaving.signal })
      if (data instanceof ReadableStream) await new Response(data).text()
    }
    const failure = failureOf(read())
    await begun.promise
    // What waits for the response goes on to read its body.
    await nextTurn()
    collectGarbage()
    leaving.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
  })
})

describe('the events', () => {
  let proxy: CuttingProxy
  let start: string
  beforeAll(async () => {
    proxy = await cuttingProxy(server.url)
  })
  beforeEach(() => proxy.cut())
  /** Adds a case. The events are followed after that. */
  const addCase = async () => {
    const id = await server.addCase()
    start = await settledFeed(server)
    return id
  }
  const direct = () => clientOf()
  const follow = (options: Parameters<Client['events']>[0] = {}, caller: Credentials = olga) =>
    clientOf({ url: proxy.url, credentials: caller }).events({ after: start, ...options })
  const take = async (feed: EventFeed, count: number) => {
    const events: FeedEvent[] = []
    while (events.length < count) events.push((await feed.next()).value!)
    return events
  }

  test('are delivered once and in order, wherever the connection breaks', async () => {
    const id = await addCase()
    for (let version = 2; version <= 9; version++) await comment(direct(), id, `Version ${version}.`)
    const filter = { caseId: [id] }
    // The head has about 700 bytes, and an event about 1,000.
    const cuts = isGate ? [1500, 2600] : [0, 300, 800, 1100, 1500, 1900, 2600, 3500]
    proxy.cutNext(...cuts)
    const reasons: unknown[] = []
    const feed = clientOf({ url: proxy.url, retries: 20 }).events({
      after: start,
      filter,
      onDisconnect: (reason) => reasons.push(reason),
    })
    expect((await take(feed, 8)).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(reasons.length).toBeGreaterThanOrEqual(cuts.length)
    await comment(direct(), id, 'The last one.')
    const [last] = await take(feed, 1)
    expect(last).toMatchObject({ kind: 'UPDATED', sequence: 10, cursor: feed.cursor, case: { id, version: 10 } })
    await feed.return()
    const { data } = await direct().GET('/api/v4/events', { params: { query: { after: start, ...filter } } })
    expect(data!.events.at(-1)!.cursor).toBe(last!.cursor)
  })

  test('end with the loop or the signal, and the connection is closed at once', async () => {
    const id = await addCase()
    const leaving = new AbortController()
    const feed = follow({ signal: leaving.signal })
    const events: FeedEvent[] = []
    const loop = (async () => {
      for await (const event of feed) events.push(event)
    })()
    await comment(direct(), id, 'One.')
    await expect.poll(() => events.length).toBe(1)
    leaving.abort()
    await loop
    await expect.poll(() => proxy.open).toBe(0)

    for await (const event of follow()) {
      collectGarbage()
      if (event.caseId === id) break
    }
    await expect.poll(() => proxy.open).toBe(0)

    await comment(direct(), id, 'Two.')
    const stopping = new AbortController()
    for await (const event of follow({ signal: stopping.signal })) {
      expect(event.sequence).toBe(2)
      stopping.abort()
    }

    const waiting = follow({ after: 'latest' })
    const next = waiting.next()
    await expect.poll(() => waiting.cursor).not.toBe('latest')
    await waiting.return()
    expect(await next).toEqual({ done: true, value: undefined })
    await expect.poll(() => proxy.open).toBe(0)
    for await (const event of follow({ signal: AbortSignal.abort() })) expect(event).toBeUndefined()
  })

  test('have a cursor that advances without them', { tags: ['nightly'] }, async () => {
    const id = await addCase()
    const feed = follow({ filter: { caseId: [1] } })
    const next = feed.next()
    await comment(direct(), id, 'Elsewhere.')
    await expect.poll(() => feed.cursor).not.toBe(start)
    await feed.return()
    await next
  })

  test('are read over a new connection if nothing arrives', async () => {
    const id = await addCase()
    const reasons: unknown[] = []
    const feed = follow({ silenceMs: 300, onDisconnect: (reason) => reasons.push(reason) })
    const next = feed.next()
    await expect.poll(() => proxy.open).toBe(1)
    proxy.hold(true)
    await comment(direct(), id, 'One.')
    await expect.poll(() => reasons).toContainEqual(new ConnectionError('Nothing arrived for 300 ms.'))
    proxy.hold(false)
    expect((await next).value).toMatchObject({ caseId: id, sequence: 2 })
    await feed.return()
  })

  test.each([
    ['an expired cursor', { after: 'OTk5OTk5OjE6MQ' }, CursorExpiredError, /after=latest.*list the cases again/],
    ['a wrong cursor', { after: 'x' }, ProblemError, /^malformedRequest: after/],
    ['a wrong filter', { filter: { kind: ['NONE' as 'CREATED'] } }, ProblemError, /^malformedRequest: kind/],
  ])('fail at once for %s', async (_, options, kind, message) => {
    const before = proxy.requests
    const error = (await failureOf(follow(options).next())) as ProblemError
    expect(error).toBeInstanceOf(kind)
    expect(error.message).toMatch(message)
    expect(proxy.requests - before).toBe(1)
  })

  test('fail at once if the session is not valid, even later', async () => {
    expect(await failureOf(follow({}, { ...olga, token: 'unknown' }).next())).toMatchObject({
      problem: { code: 'unauthenticated', status: 401 },
    })
    let token = olga.token
    const feed = clientOf({ url: proxy.url, credentials: () => ({ ...olga, token }) }).events({ after: 'latest' })
    const next = failureOf(feed.next())
    await expect.poll(() => feed.cursor).not.toBe('latest')
    token = 'unknown'
    proxy.cut()
    expect(await next).toMatchObject({ problem: { code: 'unauthenticated' } })
  })

  test('fail if the service was never reached', async () => {
    proxy.refuse(true)
    const feed = clientOf({ url: proxy.url, retries: 1 }).events()
    expect(await failureOf(feed.next())).toBeInstanceOf(ConnectionError)
    expect(await feed.next()).toEqual({ done: true, value: undefined })
    proxy.refuse(false)
  })
})
