import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { readConfig } from '../../src/settings/config.ts'
import { startServer } from '../../src/server.ts'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { freePort } from '../support/free-port.ts'
import { listening } from '../support/listening.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  traceState?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code: number; message?: string }
}

interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: object }[] }
    scopeSpans: { spans: Sent[] }[]
  }[]
}

const serverKind = 2
const failedCode = 2

/** The exported spans and their target. */
const exports: Export[] = []
const paths = new Set<string>()
let collector: Server
const env: NodeJS.ProcessEnv = {}
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url}`)
    exports.push((await json(request)) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${await listening(collector)}/`
})
afterAll(() => collector.close())

const casegate = useServer({ env })

const spans = () =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
const attributesOf = ({ attributes }: Sent) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** The span of the request with this ID and its child spans, once they are sent. */
async function sent(requestId: string): Promise<{ request: Sent; phases: Sent[] }> {
  const find = () => spans().find((span) => attributesOf(span)['casegate.request_id'] === requestId)
  // Not expect.poll, which needs the test that calls it, and several run at once.
  await vi.waitFor(() => expect(find()).toBeDefined(), { timeout: 60_000, interval: 50 })
  const request = find()!
  // Spans are sent in the order of their ends.
  return { request, phases: spans().filter(({ parentSpanId }) => parentSpanId === request.spanId) }
}

let lastRequest = 0

/** Sends a request and returns its spans. */
async function traced(request: RawRequest, headers: object = {}) {
  const requestId = `traced-${++lastRequest}`
  const allHeaders = { ...credentialHeaders(olga), 'content-type': 'application/json', 'x-request-id': requestId }
  const { status } = await sendRaw(casegate.url, { ...request, headers: { ...allHeaders, ...headers } })
  return { requestId, status, ...(await sent(requestId)) }
}

const comment = 'Nobody traces qvxzj.'
const put = (id: number, body: object = {}): RawRequest => {
  const update = { categoryCode: 'BILLING', typeCode: 'REFUND', comments: [comment], ...body }
  return { method: 'PUT', path: `/api/v4/cases/${id}`, body: JSON.stringify(update) }
}
const post = (id: number, members: object = {}): RawRequest => {
  const query = `mutation Junk($text: String!) { updateCase(input: {
    caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: $text }]
  }) { __typename } }`
  return { method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables: { text: comment }, ...members }) }
}
const lookup: RawRequest = { path: '/api/v4/cases/typecategory?visibility=all' }

// Spans are sent once a second, so these wait together.
describe.concurrent('a change has a span for each of its phases', () => {
  test.each([
    ['REST', 'rest updateCase', 'PUT', (id: number) => put(id)],
    ['GraphQL', 'graphql updateCase', 'POST', (id: number) => post(id)],
    ['an unusual GraphQL request', 'graphql updateCase', 'POST', (id: number) => post(id, { extensions: {} })],
  ])('over %s', async (_face, name, method, request) => {
    const id = await casegate.addCase()
    const { request: span, requestId, phases, status } = await traced(request(id))
    expect(span).toMatchObject({ name, kind: serverKind })
    expect(span.parentSpanId).toBeUndefined()
    const [face, operation] = name.split(' ')
    expect(attributesOf(span)).toEqual({
      'http.request.method': method,
      'http.response.status_code': status,
      'http.route': face === 'rest' ? '/api/v4/cases/:caseInstanceId' : '/graphql',
      'url.path': face === 'rest' ? `/api/v4/cases/${id}` : '/graphql',
      'casegate.face': face,
      'casegate.operation': operation,
      'casegate.outcome': 'ok',
      'casegate.request_id': requestId,
    })
    expect(phases.map((phase) => phase.name)).toEqual(['load', 'decide', 'write'])
    const within = phases.flatMap((phase) => [phase.startTimeUnixNano, phase.endTimeUnixNano])
    const times = [span.startTimeUnixNano, ...within, span.endTimeUnixNano]
    expect(times).toEqual([...times].sort())
    for (const phase of phases) {
      expect(phase.traceId).toBe(span.traceId)
      expect(phase.attributes).toEqual([])
      expect(phase.status.code).not.toBe(failedCode)
    }
  })

  test('up to the phase that it reached', async () => {
    const id = await casegate.addCase()
    const [refused, nobody] = await Promise.all([
      traced(put(id, { typeCode: 'nothing' })),
      traced(put(id), { 'service-token': 'nobody' }),
    ])
    expect(refused.phases.map(({ name }) => name)).toEqual(['load', 'decide'])
    expect(attributesOf(refused.request)['casegate.outcome']).toBe('InvalidCode')
    expect(nobody.phases.map(({ name }) => name)).toEqual(['load'])
    expect(attributesOf(nobody.request)['casegate.outcome']).toBe('UNAUTHENTICATED')
    expect(nobody.request.status.code).not.toBe(failedCode)
  })

  test('which is marked if it fails, without the message', async () => {
    await sql(casegate.database, `alter table case_comments add constraint no_boom check (text <> 'Boom.')`)
    const { request, phases } = await traced(put(await casegate.addCase(), { comments: ['Boom.'] }))
    expect(request.status).toEqual({ code: failedCode })
    expect(phases.map(({ name, status }) => [name, status.code === failedCode])).toEqual([
      ['load', false],
      ['decide', false],
      ['write', true],
    ])
    expect(phases.at(-1)?.status).toEqual({ code: failedCode })
  })
})

test('a request that changes nothing has a single span', async () => {
  const [{ request, phases }, { request: unknown }] = await Promise.all([
    traced(lookup, credentialHeaders(paula)),
    traced({ path: '/junk?junk' }),
  ])
  expect([request.name, phases]).toEqual(['rest caseTypeCategories', []])
  expect(unknown.name).toBe('other none')
  expect(attributesOf(unknown)).toMatchObject({ 'url.path': '/*' })
  expect(attributesOf(unknown)).not.toHaveProperty('http.route')
})

test('health probes are not traced', async () => {
  for (const path of ['/livez', '/readyz']) {
    await sendRaw(casegate.url, { path, headers: { 'x-request-id': `probe-of-${path.slice(1)}` } })
  }
  // Spans are sent in the order of their ends.
  await traced(lookup, credentialHeaders(paula))
  expect(JSON.stringify(exports)).not.toMatch(/probe-of|livez|readyz/)
})

describe.concurrent('traceparent', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parentSpanId = 'b7ad6b7169203331'

  test('is continued, but tracestate is ignored', async () => {
    const headers = { traceparent: `00-${traceId}-${parentSpanId}-01`, tracestate: 'junk=qvxzj' }
    const { request, phases } = await traced(put(await casegate.addCase()), headers)
    expect(request).toMatchObject({ traceId, parentSpanId })
    expect(new Set(phases.map((phase) => phase.traceId))).toEqual(new Set([traceId]))
    expect(request.traceState ?? '').toBe('')
  })

  test('with a mistake is none', async () => {
    const mistakes = ['junk', `00-${'0'.repeat(32)}-${parentSpanId}-01`, `00-${traceId}-${parentSpanId}-01-junk`]
    const headers = mistakes.map((traceparent) => ({ ...credentialHeaders(paula), traceparent }))
    for (const { request } of await Promise.all(headers.map((each) => traced(lookup, each)))) {
      expect(request.traceId).not.toBe(traceId)
      expect(request.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
      expect(request.parentSpanId).toBeUndefined()
    }
  })

  test('that is not sampled is not traced', async () => {
    const unsampled = 'aaf7651916cd43dd8448eb211c80319c'
    const headers = { ...credentialHeaders(paula), traceparent: `00-${unsampled}-${parentSpanId}-00` }
    expect((await sendRaw(casegate.url, { ...lookup, headers })).status).toBe(200)
    await traced(lookup, credentialHeaders(paula))
    expect(spans().filter(({ traceId }) => traceId === unsampled)).toEqual([])
  })
})

test('spans are sent to /v1/traces with the name of the service, and contain no data of callers', async () => {
  const query = `?touchpoint=desk&token=${olga.token}&junk=qvxzj`
  const path = `/api/v4/cases/1002${query}`
  await traced({ ...put(1002), path }, { 'service-token': '', 'service-touchpoint': '' })
  expect([...paths]).toEqual(['POST /v1/traces'])
  const [first] = exports.flatMap(({ resourceSpans }) => resourceSpans)
  const resource = { 'service.name': 'casegate', 'service.version': packageJson.version }
  for (const [key, stringValue] of Object.entries(resource)) {
    expect(first?.resource.attributes).toContainEqual({ key, value: { stringValue } })
  }
  const text = JSON.stringify(exports)
  const secrets = [olga.token, paula.token, 'qvxzj', 'junk', 'Junk', 'Boom', 'BILLING', 'example.com', 'nobody']
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test('a server that stops sends the remaining spans', async () => {
  const { database } = casegate
  const running = await startServer({ database, config: readConfig({ PORT: '0', ...env }) })
  const headers = { ...credentialHeaders(paula), 'x-request-id': 'the-last-one' }
  await sendRaw(running.url, { ...lookup, headers })
  await running.close()
  expect(spans().map((span) => attributesOf(span)['casegate.request_id'])).toContain('the-last-one')
})

// Without its own limit, the exporter would retry for longer than the timeout of this test.
test('an unreachable endpoint delays neither requests nor the shutdown', { timeout: 60_000 }, async () => {
  const { database } = casegate
  const config = readConfig({ PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` })
  const running = await startServer({ database, config })
  expect((await sendRaw(running.url, { ...lookup, headers: credentialHeaders(paula) })).status).toBe(200)
  await running.close()
})
