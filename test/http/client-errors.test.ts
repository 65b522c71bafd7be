import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { asOlga, openSocket, requestText, updateText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ limits: { requestTimeoutMs: 1_000 } })
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

const open = () => openSocket(server.url, { allowHalfOpen: true })

/** Sends the text and returns everything that the server sends until it closes the connection. */
async function send(sent: string, ends = false): Promise<Answer[]> {
  const socket = await open()
  if (ends) socket.end(sent)
  else socket.write(sent)
  const answers = answersIn(await text(socket))
  socket.destroy()
  return answers
}

type Answer = { status: number; headers: Record<string, string>; body: string }

function answersIn(received: string): Answer[] {
  return received.split(/(?=HTTP\/1\.1 )/).map((answer) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const [line = '', ...fields] = head.split('\r\n')
    const headers = fields.map((field) => [field.split(':')[0]!.toLowerCase(), field.split(': ')[1] ?? ''])
    return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers) as Record<string, string>, body }
  })
}

/** Checks the headers and members that every refusal has, and returns its code. */
function codeIn(answer: Answer | undefined): string {
  const { headers = {}, status = 0, body = '' } = answer ?? {}
  const document = JSON.parse(body) as { code: string; type: string; status: number; requestId: string }
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': document.requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  })
  expect(document).toMatchObject({ status, type: `urn:casegate:problem:${document.code}` })
  return document.code
}

const head = (line: string, headers: Record<string, string> = {}) => requestText(line, { ...asOlga, ...headers })
const put = (id: number, comment: string) => updateText(id, {}, comment)
const garbage = '\u0016\u0003\u0001 hello\r\n\r\n'
const longHead = head('GET /livez', { 'x-long': 'x'.repeat(17 * 1024) })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

describe('after a valid update in the same segment', () => {
  test.each<[string, string, number, string]>([
    ['unparsable bytes', garbage, 400, 'malformedRequest'],
    ['headers of 17 KiB', longHead, 431, 'requestHeaderFieldsTooLarge'],
    ['half a request', 'PUT /api/v4/cases', 408, 'requestTimeout'],
    ['a request for a tunnel', head('CONNECT example.com:443'), 400, 'malformedRequest'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformedRequest'],
    ['a body that never comes', head('PUT /api/v4/cases/1', { 'Content-Length': '9' }), 408, 'requestTimeout'],
    ['a broken chunk', `${head('PUT /api/v4/cases/1', { 'Transfer-Encoding': 'chunked' })}no`, 400, 'malformedRequest'],
  ])('%s: the update is answered first, then the error', async (_what, sent, status, code) => {
    const id = await server.addCase()
    const answers = await send(put(id, 'First.') + sent)
    expect(statuses(answers)).toEqual([201, status])
    expect(codeIn(answers[1])).toBe(code)
    expect(await server.version(id)).toBe(2)
  })

  test('many of them are answered in their order', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => server.addCase()))
    const answers = await send(ids.map((id) => put(id, 'Next.')).join('') + garbage)
    expect(statuses(answers)).toEqual([...ids.map(() => 201), 400])
    expect(answers.slice(0, -1).map(({ body }) => (JSON.parse(body) as { case: { id: number } }).case.id)).toEqual(ids)
  })

  test('the error is not sent if the update closes the connection', async () => {
    expect(statuses(await send(updateText(await server.addCase(), { connection: 'close' }) + garbage))).toEqual([201])
  })

  test('the error is sent although the client has closed its side', async () => {
    expect(statuses(await send(put(await server.addCase(), 'Half-closed.') + garbage, true))).toEqual([201, 400])
  })
})

test.each(['GET /livez', 'POST /graphql'])('%s is answered although the client has closed its side', async (line) => {
  expect(statuses(await send(head(line, { 'content-length': '0' }), true))).toEqual([line === 'GET /livez' ? 200 : 400])
})

test('half of a GraphQL document is late', async () => {
  expect(statuses(await send(`${head('POST /graphql', { 'content-length': '100' })}{"query": "{`))).toEqual([408])
})

test('a request that ends in the middle of its head is malformed', async () => {
  const [answer, ...more] = await send('GET /livez HTTP/1.1\r\nHost: case', true)
  expect([codeIn(answer), more]).toEqual(['malformedRequest', []])
})

test('more input after the error changes nothing', async () => {
  const socket = await open()
  socket.write(garbage)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.write(`${garbage}${head('GET /livez')}`)
  expect([await text(socket), codeIn(answersIn(first.toString())[0])]).toEqual(['', 'malformedRequest'])
  socket.destroy()
})

test('a connection that ends after an error is closed although the client keeps its side open', async () => {
  const socket = (await open()).on('error', () => {})
  socket.write(garbage)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  // The server must not wait for the end of the client's side.
  await expect.poll(() => new Promise((resolve) => socket.write('x', (error) => resolve(error != null)))).toBe(true)
  socket.destroy()
})

describe('the headers', () => {
  const request = (...fields: string[]) =>
    `GET /livez HTTP/1.1\r\n${[...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`

  test.each<[string, string, number, string]>([
    ['two Host headers', request('Host: a', 'host: b'), 400, 'malformedRequest'],
    ['two equal Host headers', request('Host: a', 'Host: a'), 400, 'malformedRequest'],
    ['no Host header', request(), 400, 'malformedRequest'],
    ['an unknown expectation', request('Host: a', 'Expect: 200-ok'), 417, 'expectationFailed'],
  ])('%s: %#', async (_what, sent, status, code) => {
    const [answer, ...more] = await send(sent)
    expect([answer?.status, codeIn(answer), more]).toEqual([status, code, []])
  })

  test('an unknown expectation closes the connection, because its body may follow or not', async () => {
    const answers = await send(head('PUT /api/v4/cases/1', { expect: '200-ok', 'content-length': '2' }))
    expect(statuses(answers)).toEqual([417])
  })

  test.each([
    ['HTTP/1.0 without Host', 'GET /livez HTTP/1.0\r\n\r\n'],
    ['HTTP/1.0 with an expectation', 'GET /livez HTTP/1.0\r\nExpect: 200-ok\r\n\r\n'],
    ['an empty Host', request('Host:')],
  ])('%s is accepted', async (_what, sent) => expect(statuses(await send(sent))).toEqual([200]))
})

test('a refusal has a log line with its request ID, and without what was sent', async () => {
  const requestId = (await send('GET /secret-qvxzj HTTP/1.1\r\nBad Header: x\r\n\r\n'))[0]?.headers['x-request-id']
  const lines = () => server.log.filter((line) => line.includes(`"${requestId}"`)).map((line) => JSON.parse(line))
  await expect.poll(lines).toHaveLength(1)
  expect(lines()).toMatchObject([{ level: 30, msg: 'request', status: 400, outcome: 'BAD_USER_INPUT' }])
  expect(server.log.join('\n')).not.toContain('qvxzj')
})

test.each([
  [15, 200],
  [16, 431],
])('the status of a request with a URL of %i KiB is %i', async (kibibytes, status) => {
  expect((await sendRaw(server.url, { path: `/livez?x=${'x'.repeat(kibibytes * 1024)}` })).status).toBe(status)
})
