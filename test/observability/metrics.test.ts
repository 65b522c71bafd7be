import { once } from 'node:events'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lockCase } from '../../src/cases/change/in-turn.ts'
import { readConfig } from '../../src/settings/config.ts'
import { statement } from '../../src/database/statements/statement.ts'
import { importData } from '../../src/transfer/import/import.ts'
import { UsageError } from '../../src/errors/usage-error.ts'
import { startServer } from '../../src/server.ts'
import { credentialHeaders, olga, omar, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { describeFaces } from '../support/requests/faces.ts'
import { graphqlData } from '../support/requests/graphql.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { asOlga, openSocket, requestText } from '../support/requests/raw-socket.ts'
import { freePort } from '../support/free-port.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { METRICS_PORT: '0' } })
const without = useServer()

/** The value of every series, by its name and labels as they are printed. */
async function scrape(): Promise<Map<string, number>> {
  const lines = (await (await fetch(server.metricsUrl!)).text()).split('\n')
  const series = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(series.map((line): [string, number] => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]))
}

const metric = async (name: string) => (await scrape()).get(name)

/** The number of requests by face, operation and outcome. */
async function counts(): Promise<Map<string, number>> {
  const labels = /^casegate_requests_total\{face="(.*)",operation="(.*)",outcome="(.*)"\}$/
  return new Map(
    [...(await scrape())]
      .filter(([name]) => labels.test(name))
      .map(([name, n]) => [name.replace(labels, '$1 $2 $3'), n]),
  )
}

/** The operations and outcomes in the log lines of requests. */
const logged = (lines: string[]) =>
  lines
    .map((line) => JSON.parse(line) as { msg: string; operation?: string; outcome: string })
    .filter(({ msg }) => msg === 'request')
    .map(({ operation = 'none', outcome }) => `${operation} ${outcome}`)

/** How the requests of the work are counted. Their log lines have the same operations and outcomes. */
async function counted(work: () => Promise<unknown>, requests = 1): Promise<string[]> {
  const before = await counts()
  const start = server.log.length
  await work()
  const more = async () => {
    const after = [...(await counts())]
    return after.flatMap(([name, count]) => Array<string>(count - (before.get(name) ?? 0)).fill(name)).sort()
  }
  await expect.poll(more).toHaveLength(requests)
  const names = await more()
  const withoutFaces = names.map((name) => name.slice(name.indexOf(' ') + 1))
  await expect.poll(() => logged(server.log.slice(start)).sort()).toEqual(withoutFaces.sort())
  return names
}

const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }
const update = { ...codes, comments: ['Nobody counts on qvxzj.'] }
const json = { 'content-type': 'application/json' }
const put = (path: string, body: string, headers: object = json): RawRequest => {
  return { method: 'PUT', path, body, headers: { ...credentialHeaders(olga), ...headers } }
}

describeFaces('a request is counted', server, (face) => {
  const name = face.name === 'REST' ? 'rest' : 'graphql'

  test('by its operation', async () => {
    const id = await server.addCase()
    const work = async () => {
      await face.update({ id, body: codes })
      await face.assign({ id, body: { groupName: 'Billing team' } })
      await face.lookup()
      await face.lookup()
    }
    const operations = ['assignCase', 'caseTypeCategories', 'caseTypeCategories', 'updateCase']
    expect(await counted(work, 4)).toEqual(operations.map((each) => `${name} ${each} ok`))
  })

  test('by its error code', async () => {
    const id = await server.addCase()
    const work = async () => {
      await face.update({ id, body: { ...codes, typeCode: 'nothing' } })
      await face.update({ id, body: { ...codes, status: 'nothing', caseData: { nothing: 1 } } })
      await face.update({ id: 0, body: codes })
      await face.assign({ id, body: {} })
      await face.assign({ id, body: {}, token: 'nobody' })
      await face.lookup(olga)
    }
    expect(await counted(work, 6)).toEqual([
      `${name} assignCase UNAUTHENTICATED`,
      `${name} assignCase missing`,
      `${name} caseTypeCategories FORBIDDEN`,
      `${name} updateCase InvalidCode`,
      `${name} updateCase InvalidName`,
      `${name} updateCase invalidId`,
    ])
  })
})

test('a call of a tool is counted by the tool and its error code', async () => {
  const send = (name: string, sent: object) =>
    sendRaw(server.url, {
      method: 'POST',
      path: '/mcp',
      headers: { ...json, ...credentialHeaders(olga) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: sent } }),
    })
  const work = async () => {
    await send('search_cases', {})
    await send('search_cases', { first: 'all' })
    await send('search_cases', { first: 101 })
    await send('invented', {})
  }
  expect(await counted(work, 4)).toEqual([
    'mcp mcp ok',
    'mcp search_cases BAD_USER_INPUT',
    'mcp search_cases BAD_USER_INPUT',
    'mcp search_cases ok',
  ])
})

describe.each([
  ['a direct', {}],
  ['an unusual', { extensions: {} }],
])('%s GraphQL request is counted', (_kind, members) => {
  const send = (query: string, more: object = {}, headers: object = {}) => {
    const body = JSON.stringify({ query, ...members, ...more })
    return sendRaw(server.url, {
      method: 'POST',
      path: '/graphql',
      body,
      headers: { ...json, ...credentialHeaders(paula), ...headers },
    })
  }
  const change = (id: number, code: string) =>
    `updateCase(input: { caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "${code}" }) { __typename }`

  test.each<[string, string, object?, object?]>([
    ['caseTypeCategories ok', '{ caseTypeCategories { caseTypeCode } }'],
    [
      'caseTypeCategories ok',
      'query Junk { junk: caseTypeCategories { junk: caseTypeCode } }',
      { operationName: 'Junk' },
    ],
    [
      'caseTypeCategories ok',
      'query A { case(id: 1) { id } } query B { caseTypeCategories { __typename } }',
      { operationName: 'B' },
    ],
    ['none BAD_USER_INPUT', '{ caseTypeCategories { caseTypeCode } }', { operationName: 'Junk' }],
    ['none GRAPHQL_VALIDATION_FAILED', '{ junk }'],
    ['none GRAPHQL_PARSE_FAILED', '{'],
    ['case BAD_USER_INPUT', 'query ($id: ID!) { case(id: $id) { id } }', { variables: { id: {} } }],
    ['case ok', '{ ...Junk __typename } fragment Junk on Query { ... on Query { junk: case(id: 0) { id } } }'],
    ['several ok', '{ case(id: 0) { id } junk: caseTypeCategories { __typename } }'],
    ['introspection ok', '{ __schema { queryType { name } } junk: __typename }'],
    [
      'caseTypeCategories UNAUTHENTICATED',
      '{ caseTypeCategories { caseTypeCode } }',
      {},
      { 'service-token': 'nobody' },
    ],
  ])('as %s: %s', async (expected, query, more = {}, headers = {}) => {
    expect(await counted(() => send(query, more, headers))).toEqual([`graphql ${expected}`])
  })

  test('if its fragments reach one field in 2^40 ways', async () => {
    const links = Array.from({ length: 40 }, (_, i) => `fragment Junk${i} on Query { ...Junk${i + 1} ...Junk${i + 1} }`)
    const document = `{ ...Junk0 } ${links.join(' ')} fragment Junk40 on Query { case(id: 0) { id } }`
    expect(await counted(() => send(document))).toEqual([expect.stringMatching(/^graphql /)])
  })

  test('by the code of a rejected change, even if the code is not selected, and by the first of several', async () => {
    const id = await server.addCase()
    const wrong = `mutation { ${change(id, 'nothing')} }`
    expect(await counted(() => send(wrong))).toEqual(['graphql updateCase InvalidCode'])
    const several = `mutation { ok: ${change(id, 'REFUND')} wrong: ${change(id, 'nothing')} other: ${change(0, 'REFUND')} }`
    expect(await counted(() => send(several))).toEqual(['graphql updateCase InvalidCode'])
  })
})

describe('a request that reaches no operation is counted', () => {
  test.each<[string, RawRequest]>([
    ['other none ok', { path: '/livez' }],
    ['other none ok', { path: '/readyz?junk' }],
    ['other none 404', { path: '/junk' }],
    ['other none 404', { path: '/metrics' }],
    ['rest none 404', { path: '/api/v4/junk' }],
    ['rest none 405', { method: 'DELETE', path: '/api/v4/cases/1001' }],
    ['rest none ok', { method: 'OPTIONS', path: '/api/v4/cases/1001' }],
    ['rest updateCase UNSUPPORTED_MEDIA_TYPE', put('/api/v4/cases/1001', '{}', { 'content-type': 'text/junk' })],
    ['rest assignCase BAD_USER_INPUT', put('/api/v4/cases/1001/assignment', '{')],
    [
      'rest caseTypeCategories BAD_USER_INPUT',
      { path: '/api/v4/cases/typecategory?visibility=junk', headers: credentialHeaders(paula) },
    ],
    ['graphql none ok', { method: 'OPTIONS', path: '/graphql' }],
    ['graphql none 405', { method: 'TRACE', path: '/graphql' }],
    ['graphql none FORBIDDEN', { method: 'POST', path: '/desk/graphql', headers: json, body: '{}' }],
    ['graphql none BAD_USER_INPUT', { method: 'POST', path: '/graphql', headers: json, body: '[' }],
    ['graphql none PAYLOAD_TOO_LARGE', { method: 'POST', path: '/graphql', headers: json, body: 'x'.repeat(300_000) }],
  ])('as %s', async (expected, request) => {
    expect(await counted(() => sendRaw(server.url, request))).toEqual([expected])
  })

  test('as aborted if its caller disconnects', async () => {
    const leave = async () => {
      const socket = await openSocket(server.url)
      socket.write(requestText('PUT /api/v4/cases/1001', { ...asOlga, expect: '100-continue', 'content-length': 10 }))
      await once(socket, 'data')
      socket.destroy()
    }
    expect(await counted(leave)).toEqual(['rest updateCase aborted'])
  })
})

test('an internal error is counted over both APIs, and a 304 as ok', async () => {
  await sql(server.database, `alter table case_comments add constraint no_boom check (text <> 'Boom.')`)
  const id = await server.addCase()
  const boom = { ...update, comments: ['Boom.'] }
  const mutation = `mutation { updateCase(input: {
    caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "Boom." }]
  }) { __typename } }`
  const work = async () => {
    await sendRaw(server.url, put(`/api/v4/cases/${id}`, JSON.stringify(boom)))
    await sendRaw(server.url, { ...put('/graphql', JSON.stringify({ query: mutation })), method: 'POST' })
    const headers = { ...credentialHeaders(paula), 'if-none-match': '*' }
    expect((await sendRaw(server.url, { path: '/api/v4/cases/typecategory', headers })).status).toBe(304)
  }
  expect(await counted(work, 3)).toEqual([
    'graphql updateCase INTERNAL_SERVER_ERROR',
    'rest caseTypeCategories ok',
    'rest updateCase INTERNAL_SERVER_ERROR',
  ])
})

describe('the metrics', () => {
  test('contain request durations from a millisecond to ten seconds', async () => {
    const labels = 'face="rest",operation="caseTypeCategories"'
    await sendRaw(server.url, { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) })
    await expect.poll(() => metric(`casegate_request_duration_seconds_count{${labels}}`)).toBeGreaterThan(0)
    const series = await scrape()
    const count = series.get(`casegate_request_duration_seconds_count{${labels}}`)
    expect(series.get(`casegate_request_duration_seconds_sum{${labels}}`)).toBeGreaterThan(0)
    expect(series.get(`casegate_request_duration_seconds_bucket{le="0.001",${labels}}`)).toBeLessThanOrEqual(count!)
    expect(series.get(`casegate_request_duration_seconds_bucket{le="10",${labels}}`)).toBe(count)
  })

  test('contain the process', async () => {
    const series = await scrape()
    expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(series.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(series.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  })

  test('contain the pool and the statements that wait for it', async () => {
    expect(await metric('casegate_pool_max_connections')).toBe(16)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    onTestFinished(() => release())
    const held = Array.from({ length: 16 }, () => server.database.transaction(() => released))
    await expect.poll(() => metric('casegate_pool_connections')).toBe(16)
    await expect.poll(() => metric('casegate_pool_idle_connections')).toBe(0)
    // Statements of timers may wait too.
    const before = await metric('casegate_pool_waiting')
    const waits = sql(server.database, 'select 1')
    expect(await metric('casegate_pool_waiting')).toBeGreaterThan(before!)
    release()
    await Promise.all([...held, waits])
    await expect.poll(() => metric('casegate_pool_idle_connections')).toBe(16)
    expect(await metric('casegate_pool_waiting')).toBe(0)
  })

  test('contain the statements of lists that wait for those of others', async () => {
    const list = () => graphqlData(server.url, '{ cases(first: 1) { nodes { id } } }')
    const lists = await server.database.transaction(async (transaction) => {
      await transaction.run(statement('lock table cases in access exclusive mode'))
      const waiting = Array.from({ length: 5 }, () => list().catch(() => null))
      // A session has one statement at a time.
      await expect.poll(() => metric('casegate_lists_waiting')).toBe(4)
      return waiting
    })
    await Promise.all(lists)
    expect(await metric('casegate_lists_waiting')).toBe(0)
  })

  test('contain the changes that wait for another change of the same case', async () => {
    const id = await server.addCase()
    const retries = (await metric('casegate_change_retries_total'))!
    const locks = (await metric('casegate_change_locks_total'))!
    const send = () => sendRaw(server.url, put(`/api/v4/cases/${id}`, JSON.stringify(update)))
    const changes = await server.database.transaction(async (transaction) => {
      await lockCase(transaction, id)
      const waiting = [send(), send(), send()]
      await expect.poll(() => metric('casegate_changes_waiting')).toBe(2)
      await expect.poll(() => metric('casegate_change_retries_total')).toBe(retries + 3)
      return waiting
    })
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await metric('casegate_changes_waiting')).toBe(0)
    // Only the first of the three lost all its races.
    expect(await metric('casegate_change_locks_total')).toBe(locks + 1)
  })

  test('contain only the current revision of the catalogue', async () => {
    const look = () => sendRaw(server.url, { path: '/api/v4/cases/typecategory', headers: credentialHeaders(paula) })
    const revisions = async () => {
      const names = [...(await scrape()).keys()].filter((name) => name.startsWith('casegate_catalogue_info'))
      return names.map((name) => /revision="(.*)"/.exec(name)?.[1])
    }
    await look()
    const [before, loads] = [await revisions(), (await metric('casegate_catalogue_loads_total'))!]
    await importData(server.database, { resolutions: [{ name: 'Counted' }] })
    await look()
    const [row] = await sql<{ revision: string }>(server.database, 'select revision from catalogue_revision')
    expect(await revisions()).toEqual([row?.revision])
    expect(before).toHaveLength(1)
    expect(before).not.toEqual([row?.revision])
    expect(await metric('casegate_catalogue_loads_total')).toBe(loads + 1)
  })
})

describe('input from callers', () => {
  const secrets = [olga.token, omar.token, paula.token, 'qvxzj', 'Boom', 'unk', 'nobody', 'BILLING', 'example.com']
  beforeAll(async () => {
    const query = `?token=${omar.token}&junk`
    await sendRaw(server.url, { path: `/api/v4/cases/1001${query}` })
    await sendRaw(server.url, {
      path: `/graphql${query}&query={junk:caseTypeCategories{caseTypeCode}}&operationName=Junk`,
    })
  })

  test('never appears in a metric', async () => {
    const series = [...(await scrape()).keys()].join('\n')
    expect(secrets.filter((secret) => series.includes(secret))).toEqual([])
  })

  test('does not create labels', async () => {
    const keys = (await counts()).keys()
    for (const [face, operation, outcome] of [...keys].map((key) => key.split(' '))) {
      expect(face).toMatch(/^(rest|graphql|mcp|other)$/)
      expect(operation).toMatch(
        /^(updateCase|assignCase|readCase|caseTypeCategories|cases?|several|introspection|mcp|search_cases|none)$/,
      )
      expect(outcome).toMatch(/^(ok|aborted|40[0-9]|50[0-9]|Inv\w+|in\w+|missing|[A-Z]+(_[A-Z]+)*)$/)
    }
  })
})

describe('the port of the metrics', () => {
  const at = (path: string) => new URL(path, server.metricsUrl).href

  test('serves only the metrics', async () => {
    const answer = await fetch(server.metricsUrl!)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ])
    for (const path of ['/', '/livez', '/graphql', '/api/v4/cases/typecategory', '/metrics/']) {
      expect((await fetch(at(path), { headers: credentialHeaders(paula) })).status).toBe(404)
    }
    const posted = await fetch(server.metricsUrl!, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('is closed by default', () => {
    expect(without.metricsUrl).toBeUndefined()
  })

  test('that is in use is reported with its setting, and the port of the API is closed', async () => {
    const { port } = new URL(server.metricsUrl!)
    const { database } = without
    const failed = startServer({ database, config: readConfig({ PORT: '0', METRICS_PORT: port }) })
    await expect(failed).rejects.toThrow(UsageError)
    await expect(failed).rejects.toThrow(`  METRICS_PORT: port ${port} on 127.0.0.1 is already in use`)
  })

  test('is closed with the API', async () => {
    const { database } = without
    const running = await startServer({ database, config: readConfig({ PORT: '0', METRICS_PORT: '0' }) })
    expect((await fetch(running.metricsUrl!)).status).toBe(200)
    await running.close()
    await expect(sendRaw(running.metricsUrl!, { path: '/metrics' })).rejects.toThrow('ECONNREFUSED')
  })

  test.each([
    ['be built', () => ({ PORT: '0', TRUSTED_DOCUMENTS: '/no/such/file.json' }), 'cannot read'],
    ['listen', () => ({ PORT: new URL(server.url).port }), 'EADDRINUSE'],
  ])('is closed if the API cannot %s', async (_what, settings, message) => {
    const port = `${await freePort()}`
    const config = readConfig({ METRICS_PORT: port, ...settings() })
    await expect(startServer({ database: without.database, config })).rejects.toThrow(message)
    await expect(sendRaw(`http://127.0.0.1:${port}`, { path: '/metrics' })).rejects.toThrow('ECONNREFUSED')
  })
})
