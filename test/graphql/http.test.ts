import { serverAudits } from 'graphql-http'
import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import type { GraphQLResponse } from '../support/requests/graphql.ts'
import { type RawResponse, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer({ env: { GRAPHIQL: 'off' } })

const update = `mutation ($id: ID!, $text: String!) {
  updateCase(input: {
    caseInstanceId: $id, categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: $text }]
  }) { __typename }
}`
const lookup = '{ caseTypeCategories { caseTypeCode } }'

type Options = { caller?: Credentials | null; headers?: OutgoingHttpHeaders; path?: string }

const post = (body: string | object, { caller = olga, headers, path = '/graphql' }: Options = {}) =>
  sendRaw(server.url, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...(caller ? credentialHeaders(caller) : {}), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const parsed = ({ body }: RawResponse): GraphQLResponse<Record<string, unknown>> =>
  JSON.parse(body) as GraphQLResponse<Record<string, unknown>>

const codesOf = (answer: RawResponse) => parsed(answer).errors?.map(({ extensions }) => extensions?.code)
const strict = { accept: 'application/graphql-response+json' }

describe('a request that cannot be executed', () => {
  test.each<[string, object, string]>([
    ['has a syntax error', { query: '{ caseTypeCategories {' }, 'GRAPHQL_PARSE_FAILED'],
    ['is empty', { query: '' }, 'GRAPHQL_PARSE_FAILED'],
    ['selects an unknown field', { query: '{ cases }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['lacks a selection', { query: '{ caseTypeCategories }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['has a literal of the wrong type', { query: '{ case(id: true) { id } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['lacks a variable', { query: update, variables: { id: '1001' } }, 'BAD_USER_INPUT'],
    ['has a variable of the wrong type', { query: update, variables: { id: '1001', text: 7 } }, 'BAD_USER_INPUT'],
    ['has no document', { variables: {} }, 'BAD_USER_INPUT'],
    ['names an unknown operation', { query: lookup, operationName: 'Other' }, 'BAD_USER_INPUT'],
    ['does not choose an operation', { query: 'query A { __typename } query B { __typename }' }, 'BAD_USER_INPUT'],
    ['has a document of the wrong type', { query: 7 }, 'BAD_USER_INPUT'],
    ['has variables of the wrong type', { query: lookup, variables: [] }, 'BAD_USER_INPUT'],
    ['has an unknown member', { query: lookup, sql: 'select 1' }, 'BAD_USER_INPUT'],
  ])('because it %s is rejected: %j, %s', async (_why, body, code) => {
    const answer = await post(body, { headers: strict })
    expect([answer.status, codesOf(answer)]).toEqual([400, [code]])
    expect(parsed(answer)).not.toHaveProperty('data')
    expect(codesOf(await post(body))).toEqual([code])
  })

  test.each(['', '{', '7', 'null', '"{ __typename }"', '\ufeff'])('because its body is %j', async (body) => {
    const answer = await post(body)
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']])
  })

  test('because it is a batch is rejected, and nothing is executed', async () => {
    const id = await server.addCase()
    const one = { query: update, variables: { id: `${id}`, text: 'Hello.' } }
    for (const batch of [[one], [one, one], []]) {
      const answer = await post(batch)
      expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']])
    }
    expect(await server.version(id)).toBe(1)
  })
})

describe('an executed operation has status 200', () => {
  test.each<[string, Options, object, string[] | undefined]>([
    ['UNAUTHENTICATED', { caller: null }, { query: lookup }, ['UNAUTHENTICATED']],
    ['FORBIDDEN', {}, { query: lookup }, ['FORBIDDEN']],
    ['BAD_USER_INPUT', {}, { query: update, variables: { id: '1001', text: ' ' } }, ['BAD_USER_INPUT']],
    ['a code of the operation', {}, { query: update, variables: { id: '0', text: '.' } }, undefined],
  ])('with %s', async (_code, options, body, codes) => {
    for (const headers of [{}, strict, { accept: 'application/json' }]) {
      const answer = await post(body, { ...options, headers })
      expect([answer.status, codesOf(answer)]).toEqual([200, codes])
    }
  })
})

test.each(['text/html', ',', 'image/png, text/html', 'application/json;q=0', 'application/json; charset=utf-16'])(
  'a request with the unsupported Accept header %s is not executed',
  async (accept) => {
    const id = await server.addCase()
    const answer = await post({ query: update, variables: { id: `${id}`, text: 'Hello.' } }, { headers: { accept } })
    expect([answer.status, codesOf(answer), await server.version(id)]).toEqual([406, ['BAD_USER_INPUT'], 1])
  },
)

describe('an internal error', () => {
  beforeAll(async () => {
    await sql(server.database, `alter table case_comments add constraint secret_rule check (text <> 'Boom.')`)
  })

  test('returns the request ID and no internals', async () => {
    const id = await server.addCase()
    const headers = { 'x-request-id': 'failure-1' }
    const answer = await post({ query: update, variables: { id: `${id}`, text: 'Boom.' } }, { headers })
    expect(answer.status).toBe(200)
    const place = { message: expect.any(String), locations: [{ line: 2, column: 3 }], path: ['updateCase'] }
    const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId: 'failure-1' }
    const cost = { cost: expect.anything() }
    expect(parsed(answer)).toEqual({ data: { updateCase: null }, extensions: cost, errors: [{ ...place, extensions }] })
    expect(answer.body).not.toMatch(/secret|constraint|case_comments|Boom|src\/|node_modules|23514/)
    const logged = () => server.log.filter((line) => line.includes('failure-1') && line.includes('secret_rule'))
    await expect.poll(logged).toHaveLength(1)
    expect(await server.version(id)).toBe(1)
  })

  test('returns the request ID and no internals over REST too', async () => {
    const id = await server.addCase()
    const answer = await sendRaw(server.url, {
      method: 'PUT',
      path: `/api/v4/cases/${id}`,
      headers: { ...credentialHeaders(olga), 'content-type': 'application/json', 'x-request-id': 'failure-2' },
      body: JSON.stringify({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: ['Boom.'] }),
    })
    expect([answer.status, answer.headers['content-type']]).toEqual([500, 'application/problem+json'])
    expect(JSON.parse(answer.body)).toMatchObject({ status: 500, code: 'internal', requestId: 'failure-2' })
    expect(answer.body).not.toMatch(/secret|constraint|case_comments|Boom|src\/|node_modules|23514/)
  })
})

describe('credentials', () => {
  test('can be sent in the query string', async () => {
    const path = `/graphql?${new URLSearchParams({ ...paula })}`
    expect(codesOf(await post({ query: lookup }, { caller: null, path }))).toBeUndefined()
    const answer = await sendRaw(server.url, { path: `${path}&query=${encodeURIComponent(lookup)}` })
    expect([answer.status, codesOf(answer)]).toEqual([200, undefined])
  })

  test('are rejected if header and query parameter disagree', async () => {
    const path = `/graphql?token=${paula.token}`
    expect(codesOf(await post({ query: lookup }, { path }))).toEqual(['UNAUTHENTICATED'])
  })
})

describe('media types', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
  const plain = { 'content-type': 'text/plain' }

  test.each(['Application/JSON', 'application/json ;charset=UTF-8', 'application/json;'])(
    '%j is accepted with every media type of the response',
    async (type) => {
      for (const accept of ['*/*', 'application/json;q=0.5', 'text/event-stream']) {
        const headers = { 'content-type': type, accept }
        const answer = await post({ query: '{ __typename }', extensions: {} }, { headers })
        expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"__typename":"Query"')])
      }
    },
  )

  test.each<OutgoingHttpHeaders>([
    form,
    multipart,
    plain,
    { 'content-type': 'application/graphql' },
    { 'content-type': 'application/graphql+json' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': '' },
  ])('%j is rejected, and nothing is executed', async (headers) => {
    const id = await server.addCase()
    const json = JSON.stringify({ query: update, variables: { id: `${id}`, text: 'Hello.' } })
    const query = update.replace('($id: ID!, $text: String!)', '').replace('$id', `"${id}"`).replace('$text', '"x"')
    const parts = ['--x', 'content-disposition: form-data; name="operations"', '', json]
    const map = ['--x', 'content-disposition: form-data; name="map"', '', '{}', '--x--', '']
    for (const body of [json, query, new URLSearchParams({ query }).toString(), [...parts, ...map].join('\r\n')]) {
      const answer = await post(body, { headers })
      expect([answer.status, codesOf(answer)]).toEqual([415, ['UNSUPPORTED_MEDIA_TYPE']])
    }
    expect(await server.version(id)).toBe(1)
  })
})

describe('other methods', () => {
  const get = (query: string, headers: OutgoingHttpHeaders = {}) =>
    sendRaw(server.url, {
      path: `/graphql?query=${encodeURIComponent(query)}`,
      headers: { ...credentialHeaders(paula), accept: 'application/json', ...headers },
    })

  test('are executed on an encoded path', async () => {
    const path = `/%67raphql?${new URLSearchParams({ query: '{ __typename }' })}`
    const answer = await sendRaw(server.url, { path, headers: credentialHeaders(olga) })
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { data: { __typename: 'Query' } }])
  })

  test('GET executes a query', async () => {
    const answer = await get(lookup)
    expect([answer.status, codesOf(answer), answer.headers['cache-control']]).toEqual([200, undefined, 'no-store'])
  })

  test.each(['variables=x', 'variables=%7B', 'extensions=x', 'variables=%00', 'variables=7', 'extensions=[]'])(
    'GET with %s is BAD_USER_INPUT',
    async (parameter) => {
      for (const headers of [{}, strict, { accept: 'text/event-stream' }]) {
        const path = `/graphql?query=${encodeURIComponent(lookup)}&${parameter}`
        const answer = await sendRaw(server.url, { path, headers: { ...credentialHeaders(paula), ...headers } })
        expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('"code":"BAD_USER_INPUT"')])
      }
    },
  )

  test('GET with an unknown operation name is BAD_USER_INPUT', async () => {
    const path = `/graphql?query=${encodeURIComponent(lookup)}&operationName=Other`
    const answer = await sendRaw(server.url, { path, headers: { ...credentialHeaders(paula), ...strict } })
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']])
  })

  test.each(['text/event-stream', 'multipart/mixed'])(
    'a response as %s is sent as a whole and must not be stored',
    async (type) => {
      const headers = { accept: type }
      for (const answer of [await get(lookup, headers), await post({ query: lookup }, { headers })]) {
        expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining(type)])
        expect(answer.headers['transfer-encoding']).toBeUndefined()
        expect(answer.headers).toMatchObject({ 'content-length': `${answer.body.length}`, 'cache-control': 'no-store' })
      }
    },
  )

  test('GET does not execute a mutation', async () => {
    const id = await server.addCase()
    const query = `mutation { updateCase(input: {
      caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", status: "New"
    }) { __typename } }`
    const answer = await get(query, credentialHeaders(olga))
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    expect(parsed(answer)).not.toHaveProperty('data')
    expect(await server.version(id)).toBe(1)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY', 'PROPFIND'])('%s is rejected', async (method) => {
    const headers = { ...credentialHeaders(olga), 'content-type': 'application/json' }
    const answer = await sendRaw(server.url, { method, path: '/graphql', headers, body: '{"query":"{ __typename }"}' })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT'])
    expect(parsed(answer)).not.toHaveProperty('data')
  })

  test('OPTIONS returns the allowed methods without credentials', async () => {
    const { status, headers, body } = await sendRaw(server.url, { method: 'OPTIONS', path: '/graphql' })
    expect([status, headers.allow, body]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
  })
})

test('a body that is not valid UTF-8 is rejected', async () => {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(paula) },
    body: Buffer.from('{"query":"{ __typename }","operationName":"\xff"}', 'latin1'),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})

// Each audit is one rule of the GraphQL-over-HTTP specification.
const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: fetch })

test.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
  const result = await fn()
  expect(result.status, 'reason' in result ? result.reason : undefined).toBe('ok')
})
