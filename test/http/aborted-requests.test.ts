import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openSocket, requestText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { times } from '../support/sampled.ts'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

// The share of a session has room for few of the large responses.
const responseLimits = { timeoutMs: 60_000, size: 400 * 1024, memory: 1_600 * 1024 }
const server = useServer({ env: { METRICS_PORT: '0', DESK: 'on' }, limits: { responseLimits } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

const text = '字'.repeat(9_999)
let id: number
let cookie: string
beforeAll(async () => {
  id = await server.addCase({ comments: Array.from({ length: 10 }, () => ({ text, authorEmail: 'olga@example.com' })) })
  const headers = { ...json, ...sameOrigin }
  const body = JSON.stringify({ way: 'TOKEN', ...olga })
  const signedIn = await sendRaw(server.url, { method: 'POST', path: '/desk/session', headers, body })
  cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!
})

const comments = (count: number) => `comments(last: ${count}) { edges { node { text } } }`
const ofCase = (fields: string) => `{ case(id: ${id}) { ${fields} } }`
/** Over the cost of large queries, which run one after another. */
const large = () => ofCase(Array.from({ length: 20 }, (_, i) => `c${i}: ${comments(100)}`).join(' '))
const introspection = '{ a: __schema { types { name description fields { name description } } } }'
const mutation = () => `mutation { updateCase(input: { caseInstanceId: ${id}, categoryCode: "BILLING",
  typeCode: "REFUND", comments: [] }) { ... on UpdateCasePayload { case { ${comments(2)} } } } }`

const session = () => credentialHeaders(olga)
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const json = { 'content-type': 'application/json' }
const inQuery = (query: string) => `/graphql?query=${encodeURIComponent(query)}`

/** Pages and cookies of the desk are for the server's own host. */
const http = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  requestText(`${method} ${path}`, { host: new URL(server.url).host, ...headers }, body)
const post = (query: string, headers: Record<string, string> = session(), path = '/graphql') =>
  http('POST', path, { ...json, ...headers }, JSON.stringify({ query }))

const path = () => `/api/v4/cases/${id}/comments?first=10`
const requests: Record<string, () => string> = {
  'a query': () => post(ofCase(comments(3))),
  'a query that is too large': () => post(ofCase(comments(10))),
  'a large query': () => post(large()),
  'a mutation': () => post(mutation()),
  introspection: () => post(introspection, {}),
  'introspection with a token that is not valid': () => post(introspection, { ...session(), 'service-token': 'x' }),
  'a query with several media types': () =>
    post(ofCase(comments(3)), { ...session(), accept: 'application/json;q=0.5' }),
  'a query by GET': () => http('GET', inQuery(ofCase(comments(3))), session()),
  'a query by HEAD': () => http('HEAD', inQuery(ofCase(comments(3))), session()),
  'a query of the desk': () => post(ofCase(comments(3)), { cookie, ...sameOrigin }, '/desk/graphql'),
  'a page': () => http('GET', path(), session()),
  'a compressed page': () => http('GET', path(), { ...session(), 'accept-encoding': 'gzip' }),
  'the head of a page': () => http('HEAD', path(), session()),
  'a page that is known': () => http('GET', path(), { ...session(), 'if-none-match': '*' }),
  'a wrong token': () => http('GET', path(), { ...session(), 'service-token': 'x' }),
  'what is no HTTP': () => 'no HTTP\r\n\r\n',
}

/** When the client leaves: after so many turns of the event loop, or after it has begun to read. */
const leaves = fc.oneof(fc.nat(60), fc.constant('reading' as const), fc.constant('read' as const))
const connections = fc.array(
  fc.record({
    names: fc.array(fc.constantFrom(...Object.keys(requests)), { minLength: 1, maxLength: 4 }),
    /** The part of the last request that is not sent. */
    unsent: fc.constantFrom(0, 0, 0, 1, 40),
    leaves,
  }),
  { minLength: 1, maxLength: 12 },
)

const open = async () => (await openSocket(server.url)).on('error', () => {})

const responseMemory = async (): Promise<number> =>
  Number(/^casegate_response_memory_bytes (\d+)$/m.exec(await (await fetch(server.metricsUrl!)).text())?.[1])

/** Large queries of a session run one after another, so those of clients that have left have ended. */
async function afterLargeQueries(): Promise<void> {
  const body = JSON.stringify({ query: large() })
  await (await fetch(`${server.url}/graphql`, { method: 'POST', headers: { ...json, ...session() }, body })).text()
}

test('whenever clients leave, no byte of their responses stays counted', async () => {
  await fc.assert(
    fc.asyncProperty(connections, async (sent) => {
      await Promise.all(
        sent.map(async ({ names, unsent, leaves }) => {
          const socket = await open()
          const bytes = names.map((name) => requests[name]!()).join('')
          socket.write(bytes.slice(0, bytes.length - unsent))
          // The server waits for the rest of a request.
          if (unsent > 0 || typeof leaves === 'number') await turns(typeof leaves === 'number' ? leaves : unsent)
          else await responses(socket, leaves === 'read' ? names.length : 1)
          socket.destroy()
        }),
      )
      await afterLargeQueries()
      await expect.poll(responseMemory).toBe(0)
    }),
    { numRuns: times(20, 100) },
  )
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

/** Waits until so many responses have begun, or the server has closed the connection. */
async function responses(socket: Socket, count: number): Promise<void> {
  let received = ''
  for await (const chunk of socket) {
    received += (chunk as Buffer).toString('latin1')
    if (received.split('HTTP/1.1 ').length > count) return
  }
}

test('the responses to clients that left while the database was waited for are not counted', async () => {
  const count = 20
  await server.database.transaction(async (transaction) => {
    await transaction.run({ name: '', text: 'lock table sessions in access exclusive mode' })
    const sockets = await Promise.all(Array.from({ length: count }, open))
    // The log may still get lines of requests that clients of the test above have left.
    const requestId = 'while-waiting'
    const kinds = ['a query', 'a page', 'a query by GET', 'a query with several media types', 'a large query']
    for (const [index, socket] of sockets.entries()) {
      socket.write(requests[kinds[index % kinds.length]!]!().replace('\r\n', `\r\nx-request-id: ${requestId}\r\n`))
    }
    // They are all being executed when a later one is answered.
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    const aborted = () =>
      server.log.filter((line) => line.includes('"aborted":true') && line.includes(`"requestId":"${requestId}"`))
    await expect.poll(() => aborted().length).toBe(count)
  })
  await afterLargeQueries()
  await afterLargeQueries()
  expect(await responseMemory()).toBe(0)
})

test(
  'a client that leaves while a response is compressed is not logged as a failure',
  { tags: ['nightly'] },
  async () => {
    const before = server.log.length
    for (let count = 0; count < 200; count++) {
      const socket = await open()
      socket.write(post(introspection, { 'accept-encoding': 'br' }))
      await turns(count % 100)
      socket.resetAndDestroy()
    }
    await afterLargeQueries()
    expect(server.log.slice(before).filter((line) => line.includes('"level":50'))).toEqual([])
  },
)

test('clients that leave while their queries wait for each other are no reason for a warning', async () => {
  const before = server.log.length
  const sockets = await Promise.all(Array.from({ length: 6 }, open))
  for (const socket of sockets) socket.write(post(large()))
  await fetch(`${server.url}/livez`)
  for (const socket of sockets) socket.destroy()
  await afterLargeQueries()
  const lines = () => server.log.slice(before)
  await expect.poll(() => lines().filter((line) => line.includes('"aborted":true')).length).toBe(sockets.length)
  expect(lines().filter((line) => line.includes('"level":40'))).toEqual([])
})
