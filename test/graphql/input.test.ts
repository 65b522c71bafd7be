import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { graphql, graphqlData, type GraphQLResponse } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { refundData, useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()
const update = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
const assign = 'mutation ($input: AssignCaseInput!) { assignCase(input: $input) { __typename } }'
const complete = { caseInstanceId: '1001', categoryCode: 'BILLING', typeCode: 'REFUND', status: 'New' }

test.each<[string, object]>([
  [update, { ...complete, categoryCode: 7 }],
  [update, { ...complete, typeCode: true }],
  [update, { ...complete, status: [] }],
  [update, { ...complete, status: ['New', 'Open'] }],
  [update, { ...complete, resolution: {} }],
  [update, { ...complete, comments: 'Hello.' }],
  [update, { ...complete, comments: ['Hello.'] }],
  [update, { ...complete, comments: [null] }],
  [update, { ...complete, comments: [{ text: null }] }],
  [update, { ...complete, comments: [{ internal: true }] }],
  [update, { ...complete, comments: [{ text: 'Hello.', internal: 'yes' }] }],
  [update, { ...complete, comments: [{ text: 'Hello.', author: 'Olga' }] }],
  [update, { ...complete, caseInstanceId: null }],
  [update, { ...complete, caseInstanceId: 1.5 }],
  [update, { ...complete, owner: 'Olga' }],
  [assign, { caseInstanceId: '1001', email: {} }],
  [assign, { caseInstanceId: '1001', groupName: 1 }],
  [assign, { caseInstanceId: '1001', email: 'olga@example.com', reason: '' }],
  [assign, { email: 'olga@example.com' }],
])('%s rejects %j with BAD_USER_INPUT and writes nothing', async (document, input) => {
  const { data, errors } = await graphql(server.url, document, { input })
  expect(data ?? null).toBeNull()
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  expect(await server.version(1001)).toBe(1)
})

test.each([
  'mutation { updateCase(input: { caseInstanceId: 1001, categoryCode: 7 }) { __typename } }',
  'mutation { updateCase(input: { caseInstanceId: 1001, owner: "Olga" }) { __typename } }',
  'mutation { assignCase(input: { email: "olga@example.com" }) { __typename } }',
  'query { caseTypeCategories(visibility: "APP") { caseTypeCode } }',
  'query { caseTypeCategories(order: "name") { caseTypeCode } }',
])('%s fails validation', async (document) => {
  const { data, errors } = await graphql(server.url, document)
  expect(data ?? null).toBeNull()
  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
})

test('null is the same as absent', async () => {
  const nothing = { status: null, resolution: null, comments: null, caseData: null }
  const { data } = await graphql(server.url, update, { input: { ...complete, ...nothing } })
  expect([data, await server.version(1001)]).toEqual([{ updateCase: { __typename: 'UpdateCasePayload' } }, 1])
})

test.each([
  'query ($v: ID = "1001") { case(id: $v) { id } }',
  'query ($v: Boolean = true) { case(id: "1001") { id @include(if: $v) } }',
  'query ($v: Boolean = true) { case(id: "1001") @skip(if: $v) { id } }',
])('%s rejects null with BAD_USER_INPUT, although the variable has a default', async (document) => {
  const { errors } = await graphql(server.url, document, { v: null })
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
})

describe('caseData in a GraphQL document', () => {
  const withData = (caseData: string) => `mutation ($id: ID!${caseData.includes('$') ? ', $amount: JSON' : ''}) {
    updateCase(input: { caseInstanceId: $id, categoryCode: "BILLING", typeCode: "REFUND", caseData: ${caseData} }) {
      ... on UpdateCasePayload { case { caseData } }
      ... on UpdateCaseError { problems { code path } }
    }
  }`

  test.each([
    ['{ amount: 1.5, invoiceCount: 2, goodwill: true }'],
    ['{ amount: "1.50", invoiceCount: 2.0, goodwill: true }'],
    ['{ amount: $amount, invoiceCount: 2, goodwill: true }'],
  ])('accepts the literal %s', async (literal) => {
    const id = await server.addCase()
    const data = await graphqlData(server.url, withData(literal), { id, amount: 1.5 })
    expect(data).toEqual({ updateCase: { case: { caseData: { amount: 1.5, invoiceCount: 2, goodwill: true } } } })
  })

  test('treats null as not sent', async () => {
    const id = await server.addCase()
    expect(await graphqlData(server.url, withData('null'), { id, amount: 1 })).toEqual({
      updateCase: { case: { caseData: refundData } },
    })
  })

  test.each(['"x"', '7', '[]', 'ENUM', '1.5', 'true'])('rejects %s', async (literal) => {
    const id = await server.addCase()
    expect(await graphql(server.url, withData(literal), { id, amount: 1 })).toEqual({
      data: { updateCase: { problems: [{ code: 'invalidCaseField', path: ['caseData'] }] } },
    })
  })
})

const otherList = Buffer.from('1').toString('base64url')

describe.each(['application/json', 'application/graphql-response+json, application/json;q=0.9'])(
  'a mutation writes nothing if its result cannot be returned, with Accept: %s',
  (accept) => {
    test.each([
      'comments(first: 101) { totalCount }',
      'comments(first: 1, last: 1) { totalCount }',
      'comments(last: 1, after: "###") { totalCount }',
      `comments(after: "${otherList}") { totalCount }`,
      'history(last: -1) { totalCount }',
      '... on Case { ...Pages } ',
      'history(before: $cursor) { totalCount }',
    ])('because it selects %s', async (selection) => {
      const caseInstanceId = `${await server.addCase()}`
      const variables = selection.includes('$cursor') ? ', $cursor: String = "x"' : ''
      const pages = 'fragment Pages on Case { comments(first: 500) { totalCount } }'
      const fragment = selection.includes('Pages') ? pages : ''
      const query = `mutation ($input: UpdateCaseInput!${variables}) {
        updateCase(input: $input) { ... on UpdateCasePayload { case { version ${selection} } } }
      } ${fragment}`
      const input = { caseInstanceId, categoryCode: 'BILLING', typeCode: 'REFUND', comments: [{ text: 'x' }] }
      const headers = { 'content-type': 'application/json', accept, ...credentialHeaders(olga) }
      const body = JSON.stringify({ query, variables: { input } })
      const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
      const { data, errors } = (await response.json()) as { data?: unknown; errors: { extensions: object }[] }
      expect(data).toBeUndefined()
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
      expect(await server.version(Number(caseInstanceId))).toBe(1)
    })
  },
)

test('a mutation whose result has valid pages is executed', async () => {
  const id = `${await server.addCase()}`
  const query = `mutation ($input: UpdateCaseInput!, $size: Int) {
    updateCase(input: $input) { ... on UpdateCasePayload { case {
      comments(last: $size) { nodes { text } } history(first: 0) { totalCount }
    } } }
  }`
  const input = { caseInstanceId: id, categoryCode: 'BILLING', typeCode: 'REFUND', comments: [{ text: 'x' }] }
  expect(await graphql(server.url, query, { input, size: 3 })).toEqual({
    data: { updateCase: { case: { comments: { nodes: [{ text: 'x' }] }, history: { totalCount: 2 } } } },
  })
})

const accepts = [
  ['executed directly', 'application/json'],
  ['with a weight', 'application/json;q=0.9'],
] as const

async function execute(query: string, accept: string): Promise<GraphQLResponse<unknown>> {
  const answer = await sendRaw(server.url, {
    method: 'POST',
    path: '/graphql',
    headers: { ...credentialHeaders(olga), 'content-type': 'application/json', accept },
    body: JSON.stringify({ query }),
  })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body) as GraphQLResponse<unknown>
}

const withComment = (id: number, comment: string) => `updateCase(input: {
  caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "${comment}" }]
}) { ... on UpdateCasePayload { case { version } } }`

describe.each(accepts)('a root field that fails keeps the results of the others, %s', (_kind, accept) => {
  test.each([
    ['after', (id: number) => `{ a: ${withComment(id, 'Written.')} b: ${withComment(id, ' ')} }`],
    ['before', (id: number) => `{ b: ${withComment(id, ' ')} a: ${withComment(id, 'Written.')} }`],
  ])('if it comes %s a change that was written', async (_order, fields) => {
    const id = await server.addCase()
    const { data, errors } = await execute(`mutation ${fields(id)}`, accept)
    expect(data).toEqual({ a: { case: { version: 2 } }, b: null })
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'BAD_USER_INPUT' } }])
    expect(await server.version(id)).toBe(2)
  })

  test('in a query', async () => {
    const id = await server.addCase()
    const query = `{ pairs: caseTypeCategories { caseTypeCode } case(id: ${id}) { id } }`
    const { data, errors } = await execute(query, accept)
    expect(data).toEqual({ pairs: null, case: { id: `${id}` } })
    expect(errors).toMatchObject([{ path: ['pairs'], extensions: { code: 'FORBIDDEN' } }])
  })

  test('and is null if it is the only one', async () => {
    const { data, errors } = await execute('{ pairs: caseTypeCategories { caseTypeCode } }', accept)
    expect(data).toEqual({ pairs: null })
    expect(errors).toMatchObject([{ path: ['pairs'], extensions: { code: 'FORBIDDEN' } }])
  })
})

describe.each(accepts)('a response name is only a name, %s', (_kind, accept) => {
  const names = ['then', '__proto__', 'constructor', 'toString', 'toJSON', 'catch']

  test.each(names)('such as %s', async (name) => {
    const id = await server.addCase()
    const fields = `${name}: id party { ${name}: login } comments { ${name}: totalCount nodes { ${name}: text } }`
    const { data, errors } = await execute(`{ ${name}: case(id: ${id}) { ${fields} } }`, accept)
    expect(errors).toBeUndefined()
    const party = `{ "${name}": "PARTY" }`
    const comments = `{ "${name}": 0, "nodes": [] }`
    expect(JSON.stringify(data)).toBe(
      JSON.stringify(JSON.parse(`{ "${name}": { "${name}": "${id}", "party": ${party}, "comments": ${comments} } }`)),
    )
  })

  test.each(names)('as the only one, such as %s', async (name) => {
    const { data, errors } = await execute(`{ ${name}: __typename }`, accept)
    expect(errors).toBeUndefined()
    expect(Object.entries(data as object)).toEqual([[name, 'Query']])
  })

  test.each(names)('of a mutation, such as %s', async (name) => {
    const id = await server.addCase()
    const input = `{ caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "Once." }] }`
    const payload = `${name}: __typename ... on UpdateCasePayload { case { ${name}: version } }`
    const { data, errors } = await execute(`mutation { ${name}: updateCase(input: ${input}) { ${payload} } }`, accept)
    expect(errors).toBeUndefined()
    expect(Object.entries(data as object)).toEqual([
      [name, JSON.parse(`{ "${name}": "UpdateCasePayload", "case": { "${name}": 2 } }`)],
    ])
    expect(await server.version(id)).toBe(2)
  })
})
