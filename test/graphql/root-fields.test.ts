import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import type { GraphQLResponse } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

const accepts = [
  ['executed directly', 'application/json'],
  ['through the fetch layer', 'application/json;q=0.9'],
] as const

async function execute(query: string, accept: string): Promise<GraphQLResponse<unknown>> {
  const headers = { ...credentialHeaders(olga), 'content-type': 'application/json', accept }
  const answer = await sendRaw(server.url, {
    method: 'POST',
    path: '/graphql',
    headers,
    body: JSON.stringify({ query }),
  })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body) as GraphQLResponse<unknown>
}

const update = (id: number, comment: string) => `updateCase(input: {
  caseInstanceId: "${id}", categoryCode: "BILLING", typeCode: "REFUND", comments: [{ text: "${comment}" }]
}) { ... on UpdateCasePayload { case { version } } }`

describe.each(accepts)('a root field that fails keeps the results of the others, %s', (_kind, accept) => {
  test.each([
    ['after', (id: number) => `{ a: ${update(id, 'Written.')} b: ${update(id, ' ')} }`],
    ['before', (id: number) => `{ b: ${update(id, ' ')} a: ${update(id, 'Written.')} }`],
  ])('if it comes %s a change that was written', async (_order, fields) => {
    const id = await server.addCase()
    const { data, errors } = await execute(`mutation ${fields(id)}`, accept)
    expect(data).toEqual({ a: { case: { version: 2 } }, b: null })
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'BAD_USER_INPUT' } }])
    expect(await server.version(id)).toBe(2)
  })

  test('in a query', async () => {
    const id = await server.addCase()
    const { data, errors } = await execute(
      `{ pairs: caseTypeCategories { caseTypeCode } case(id: ${id}) { id } }`,
      accept,
    )
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
