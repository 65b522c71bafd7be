import { words } from '../../support/words.ts'
import { describe, expect, test } from 'vitest'
import { restDocuments } from '../../../src/routes.ts'
import { restFace } from '../../support/requests/rest-face.ts'
import { credentialHeaders, olga, paula } from '../../support/requests/credentials.ts'
import type { GraphQLResponse } from '../../support/requests/graphql.ts'
import { useServer } from '../../support/server/server.ts'

const usual = useServer()
const hidden = useServer({ env: { GRAPHIQL: 'off' } })
const graphqlLimits = { depth: 4, aliases: 1, directives: 1, tokens: 60, fields: 19, cost: 100 }
const strict = useServer({ env: { GRAPHIQL: 'off' }, limits: { graphqlLimits } })

interface Answer extends GraphQLResponse<Record<string, unknown>> {
  extensions?: { cost?: { requested: number; maximum: number } }
}

async function ask(server: { url: string }, query: string, variables = {}, caller = olga): Promise<Answer> {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(caller) },
    body: JSON.stringify({ query, variables }),
  })
  return (await answer.json()) as Answer
}

const extensionsOf = ({ data, errors }: Answer) => ({ data, errors: errors?.map(({ extensions }) => extensions) })
const code = 'GRAPHQL_VALIDATION_FAILED'

describe('a document over a limit is rejected', () => {
  test.each<[limit: string, requested: number, maximum: number, document: string]>([
    ['depth', 5, 4, '{ case(id: 1001) { comments { edges { node { text } } } } }'],
    ['depth', 5, 4, '{ case(id: 1001) { ...c } } fragment c on Case { comments { edges { ... { node { text } } } } }'],
    ['depth', 5, 4, '{ unknown { a { b { c { d } } } } }'],
    ['aliases', 2, 1, '{ a: __typename b: __typename }'],
    ['aliases', 4, 1, '{ ...f ...f } fragment f on Query { ...g ...g } fragment g on Query { a: __typename }'],
    ['directives', 2, 1, '{ __typename @skip(if: false) @include(if: true) }'],
    ['directives', 3, 1, 'query @a { ...f @b ... @c { __typename } } fragment f on Query { __typename }'],
    ['directives', 2, 1, 'query ($id: ID! @a @b) { case(id: $id) { id } }'],
    [
      'fields',
      20,
      19,
      `{ ...f ... { ...f } } fragment f on Query { __typename viewer { ${'login email '.repeat(4)} } }`,
    ],
    ['cost', 121, 100, '{ case(id: 1001) { comments(first: 100) { edges { cursor } } } }'],
    ['cost', 121, 100, '{ case(id: 1001) { comments(last: 100) { ... { edges { cursor } } } } }'],
    ['cost', 121, 100, 'query ($size: Int) { case(id: 1001) { comments(first: $size) { edges { cursor } } } }'],
    ['cost', 110, 100, '{ case(id: 1001) { ...c } } fragment c on Case { history(first: 89) { edges { cursor } } }'],
    ['cost', 121, 100, '{ case(id: 1001) { comments(first: 100) { nodes { id } } } }'],
    ['cost', 121, 100, '{ node(id: 1001) { ... on Case { history(first: 100) { nodes { id } } } } }'],
    ['cost', 310, 100, '{ caseTypeCategories { caseTypeCode } }'],
    ['cost', 530, 100, '{ cases { totalCount } }'],
    ['cost', 531, 100, '{ cases(first: 0, filter: { text: "invoice" }) { nodes { id } } }'],
    ['cost', 531, 100, 'query ($text: String) { cases(first: 0, filter: { text: $text }) { nodes { id } } }'],
    ['cost', 531, 100, 'query ($filter: CaseFilter) { cases(first: 0, filter: $filter) { nodes { id } } }'],
  ])('%s: %i of at most %i: %s', async (limit, requested, maximum, document) => {
    const answer = await ask(strict, document)
    expect(extensionsOf(answer)).toEqual({ errors: [{ code, [limit]: { requested, maximum } }] })
    expect(answer.errors?.[0]?.message).toContain(`At most ${maximum} are allowed`)
  })

  test('tokens', async () => {
    const document = `{ ${'id '.repeat(60)} }`
    expect(extensionsOf(await ask(strict, document))).toEqual({ errors: [{ code: 'GRAPHQL_PARSE_FAILED' }] })
  })

  test('with one error for each exceeded limit', async () => {
    const document = '{ a: case(id: 1001) { b: comments(first: 100) { edges { node { text } } } } }'
    const { errors } = await ask(strict, document)
    expect(errors?.flatMap(({ extensions }) => Object.keys(extensions ?? {}))).toEqual(words`
      depth code aliases code cost code
    `)
  })

  test('even if another operation of the document is to be executed', async () => {
    const query = 'query A { __typename } query B { a: __typename b: __typename }'
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ query, operationName: 'A' })
    const answer = await fetch(`${strict.url}/graphql`, { method: 'POST', headers, body })
    expect(extensionsOf((await answer.json()) as Answer)).toEqual({
      errors: [{ code, aliases: { requested: 2, maximum: 1 } }],
    })
  })

  test('before anything is written', async () => {
    const id = await strict.addCase()
    const change = (name: string) =>
      `${name}: assignCase(input: { caseInstanceId: ${id}, groupName: "Billing team" }) { __typename }`
    expect((await ask(strict, `mutation { ${change('a')} ${change('b')} }`)).errors).toHaveLength(1)
    expect(await strict.version(id)).toBe(1)
  })
})

test.each<[cost: number, document: string]>([
  [11, '{ node(id: 1001) { id } }'],
  [30, '{ case(id: 1001) { comments { totalCount } } }'],
  [31, '{ case(id: 1001) { history(first: 0) { nodes { id sequence at } totalCount } } }'],
  [51, '{ cases(first: 20, filter: { status: "Open", text: null }) { nodes { id } } }'],
  [61, '{ case(id: 1001) { comments(first: 20) { nodes { id text } } } }'],
])('%i points: %s', async (requested, document) => {
  expect(await ask(strict, document)).toMatchObject({ extensions: { cost: { requested, maximum: 100 } } })
})

test('29 counts, or 29 searches, are too many for one document', async () => {
  const of = (field: string) => `{ ${Array.from({ length: 29 }, (_, index) => `a${index}: ${field}`).join(' ')} }`
  for (const field of ['cases(first: 0) { totalCount }', 'cases(filter: { text: "a" }) { nodes { id } }']) {
    expect((await ask(usual, of(field))).errors).toMatchObject([{ extensions: { code, cost: { maximum: 10_000 } } }])
  }
})

test('an invalid page size does not lower the cost', async () => {
  const pages =
    '{ case(id: 1001) { history(first: 100) { edges { cursor } } comments(first: -2000000) { edges { cursor } } } }'
  expect(extensionsOf(await ask(strict, pages))).toEqual({ errors: [{ code, cost: { requested: 232, maximum: 100 } }] })
})

test('variables with many mistakes have few errors', async () => {
  const document = `mutation ($inputs: [UpdateCaseInput!]!) {
    updateCases(inputs: $inputs) { ... on UpdateCasePayload { case { comments(first: 1) { totalCount } } } }
  }`
  const wrong = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, i) => [`s${i}`, 1]))
  const errorsOf = async (inputs: object[]) => (await ask(usual, document, { inputs })).errors
  expect(await errorsOf([wrong(600)])).toHaveLength(3)
  expect(await errorsOf(Array.from({ length: 100 }, () => wrong(200)))).toHaveLength(1)
})

describe('the lists in the variables are limited', () => {
  const document = 'mutation ($inputs: [UpdateCaseInput!]!) { updateCases(inputs: $inputs) { __typename } }'
  const input = { caseInstanceId: '0' }
  const inputs = (length: number, comments: number) =>
    Array.from({ length }, () => ({ ...input, comments: Array.from({ length: comments }, () => ({ text: 'a' })) }))
  test.each([
    [inputs(1_001, 0), 'A list in the variables has 1001 items. At most 1000 are allowed.'],
    [inputs(6, 1_000), 'The lists in the variables have 6006 items. At most 6000 are allowed.'],
  ])('case %#', async (sent, message) => {
    const { data, errors } = await ask(usual, document, { inputs: sent })
    expect([data, errors]).toMatchObject([undefined, [{ message, extensions: { code: 'BAD_USER_INPUT' } }]])
  })

  test('beyond the largest change', async () => {
    const { errors } = await ask(usual, document, { inputs: inputs(100, 50) })
    expect(errors).toBeUndefined()
  })
})

describe('the errors of a large invalid input are short', () => {
  const update = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
  const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`x${i}`, 1]))
  test.each<[string, string, object]>([
    ['unknown fields in a variable', update, { input: unknown }],
    ['unknown fields in comments', update, { input: { caseInstanceId: '1', comments: [unknown] } }],
    [
      'unknown fields in the document',
      `mutation { updateCase(input: { y: "${'A'.repeat(200_000)}" ${'x: 1 '.repeat(90)} }) { __typename } }`,
      {},
    ],
    [
      'a long value',
      'query ($v: CaseTypeCategoryVisibility) { caseTypeCategories(visibility: $v) { __typename } }',
      { v: 'A'.repeat(200_000) },
    ],
  ])('%s', async (_what, document, variables) => {
    const answer = await ask(usual, document, variables)
    expect(answer.errors?.length).toBeLessThanOrEqual(4)
    expect(JSON.stringify(answer).length).toBeLessThan(4_000)
  })
})

test('the extensions of a response contain the cost of the document', async () => {
  const cost = async (document: string, caller = olga) => (await ask(usual, document, {}, caller)).extensions
  expect(await cost('{ case(id: 1001) { id status } }')).toEqual({ cost: { requested: 12, maximum: 10_000 } })
  const page = '{ case(id: 1001) { comments(first: 3) { edges { node { text } } pageInfo { endCursor } } } }'
  expect(await cost(page)).toEqual({ cost: { requested: 10 + 10 + 1 + 3 * 2 + 2, maximum: 10_000 } })
  const lookup = '{ caseTypeCategories { caseTypeCode caseTypeName } }'
  expect(await cost(lookup, paula)).toEqual({ cost: { requested: 610, maximum: 10_000 } })
  expect(await cost(lookup, paula)).toEqual({ cost: { requested: 610, maximum: 10_000 } })
})

test('the limits do not apply to the documents of the REST API, unless a caller sends their text', async () => {
  const lookup = restDocuments.find((document) => document.includes('caseTypeCategories'))!
  for (let count = 0; count < 2; count++) {
    expect(await restFace(strict).lookup({ ...paula })).toMatchObject({ outcome: 'ok' })
    expect(extensionsOf(await ask(strict, lookup, {}, paula))).toMatchObject({
      errors: [{ code, cost: { maximum: 100 } }],
    })
  }
})

test('names of the schema are not suggested if the playground is off', async () => {
  const misspelt = '{ case(id: 1001) { statu } }'
  expect(JSON.stringify((await ask(strict, misspelt)).errors)).not.toContain('Did you mean')
  expect(JSON.stringify((await ask(usual, misspelt)).errors)).toContain('Did you mean')
  const typo = 'query ($v: CaseTypeCategoryVisibility) { caseTypeCategories(visibility: $v) { __typename } }'
  // Long variables are checked before execution. The strict limits would reject the document earlier.
  for (const variables of [{ v: 'AP' }, { v: 'AP', more: 'x'.repeat(10_000) }]) {
    expect(JSON.stringify((await ask(hidden, typo, variables)).errors)).not.toContain('Did you mean')
    expect(JSON.stringify((await ask(usual, typo, variables)).errors)).toContain('Did you mean')
  }
})

describe('the default limits reject a document with', () => {
  const times = (count: number, text: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join(' ')
  const doubling = times(60, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)
  const person = 'email firstname login'
  const pages = `comments(first: 100) { edges { node { text internal touchpoint createdAt author { ${person} } } } }`
  test.each<[string, string]>([
    ['hundreds of aliases', `{ ${times(400, (i) => `a${i}: case(id: 1001) { id }`)} }`],
    ['deep nesting', `{ ${'case { '.repeat(900)} id ${'} '.repeat(900)} }`],
    ['thousands of tokens', `{ ${'__typename '.repeat(20_000)} }`],
    ['nesting deeper than the stack', `{ ${'a { '.repeat(20_000)} b ${'} '.repeat(20_000)} }`],
    ['nested list values', `{ case(id: ${'['.repeat(20_000)}${']'.repeat(20_000)}) { id } }`],
    ['doubling fragments', `{ ...f0 } ${doubling} fragment f60 on Query { a: __typename }`],
    ['circular fragments', '{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }'],
    ['hundreds of directives', `{ __typename ${'@skip(if: false) '.repeat(200)} }`],
    ['pages of many cases', `{ ${times(12, (i) => `a${i}: case(id: ${i}) { ${pages} }`)} }`],
    [
      'circular introspection',
      `{ __schema { types { ${'fields { type { '.repeat(3)} fields { name } ${'} } '.repeat(3)} } } }`,
    ],
  ])('%s', async (_what, document) => {
    const { data, errors } = await ask(usual, document)
    expect(data).toBeUndefined()
    expect(errors?.length).toBeGreaterThan(0)
    for (const { extensions } of errors ?? []) expect(extensions?.code).toMatch(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/)
  })
})
