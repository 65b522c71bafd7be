import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { eachNeedsOneProcess } from '../support/server/load-balanced.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
eachNeedsOneProcess(() => 'tests the connections of the HTTP server itself')

describe('an absolute URL as the request target', () => {
  const lookup = '{caseTypeCategories{caseTypeCode}}'

  test.each([
    ['http://elsewhere.example/api/v4/cases/typecategory', 200],
    ['HTTP://127.0.0.1:4000/api/v4/cases/typecategory?visibility=app', 200],
    ['https://[::1]/api/v4/cases/typecategory', 200],
    ['http://user@elsewhere.example/livez', 200],
    [`http://elsewhere.example/graphql?query=${lookup}`, 200],
    [`http://[/graphql?query=${lookup}`, 400],
    [`http:///graphql?query=${lookup}`, 400],
    ['http://elsewhere.example:port/api/v4/cases/typecategory', 400],
    ['http://elsewhere.example', 200],
    ['http://elsewhere.example?/livez', 200],
    ['http://elsewhere.example//livez', 404],
    ['ftp://elsewhere.example/livez', 404],
  ])('%s is answered by its path: %i', async (path, status) => {
    expect((await sendRaw(server.url, { path, headers: credentialHeaders(paula) })).status).toBe(status)
  })

  test('includes the query', async () => {
    const path = `http://elsewhere.example/api/v4/cases/typecategory?${new URLSearchParams({ ...olga })}`
    expect(problemOf(await sendRaw(server.url, { path }))).toMatchObject({ code: 'forbidden' })
  })

  test('does not write its token to the log', async () => {
    const before = server.log.length
    await sendRaw(server.url, { path: `http://elsewhere.example?${new URLSearchParams({ ...olga })}` })
    await expect.poll(() => server.log.slice(before).filter((line) => line.includes('"request"'))).toHaveLength(1)
    expect(server.log.join('\n')).not.toContain(olga.token)
  })
})

describe.each(['/livez', '/readyz'])('%s', (path) => {
  test.each(['DELETE', 'POST', 'PUT', 'PATCH', 'TRACE'])('does not support %s', async (method) => {
    const answer = await sendRaw(server.url, { method, path })
    expect(problemOf(answer)).toMatchObject({ status: 405, code: 'methodNotAllowed' })
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test('lists its methods', async () => {
    const { status, headers, body } = await sendRaw(server.url, { method: 'OPTIONS', path })
    expect([status, headers.allow, body]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })
})

describe.each(['PUT /api/v4/cases/1001', 'POST /graphql'])('an aborted upload to %s', (line) => {
  test('is not an error of the service', async () => {
    const requestId = `broken-${line.split(' ')[0]}`
    const socket = await openSocket(server.url)
    const request = requestText(line, { ...asOlga, 'content-length': 1000, 'x-request-id': requestId })
    socket.write(`${request}{"half`, () => socket.destroy())
    const lines = () => server.log.map((text) => JSON.parse(text)).filter((entry) => entry.requestId === requestId)
    await expect.poll(() => lines().filter(({ msg }) => msg === 'request')).toHaveLength(1)
    expect(lines()).toEqual([expect.objectContaining({ level: 30, aborted: true })])
  })
})

test('a body that is too large is read before it is rejected, because clients read the response last', async () => {
  const socket = await openSocket(server.url)
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  const half = 'x'.repeat(512 * 1024)
  const head = requestText('PUT /api/v4/cases/1001', { ...asOlga, 'content-length': 1_048_576 })
  await new Promise((resolve) => socket.write(head + half, resolve))
  await sendRaw(server.url, { path: '/livez' })
  expect(received).toBe('')
  socket.write(half)
  await once(socket, 'end')
  expect(received).toMatch(/^HTTP\/1\.1 413 /)
})
