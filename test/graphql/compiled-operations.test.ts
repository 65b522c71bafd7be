import { type DocumentNode, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { compiledOperations } from '../../src/graphql/compiled-operations.ts'
import { measureOperations } from '../../src/graphql/query-cost.ts'
import { schema } from '../../src/schema.ts'
import { carla, type Credentials, olga, paula } from '../support/credentials.ts'
import { sql } from '../support/database.ts'
import { graphql } from '../support/graphql.ts'
import { useServer } from '../support/server.ts'

const list = `query List($first: Int = 3, $filter: CaseFilter, $orderBy: CaseOrder, $after: String) {
  cases(first: $first, filter: $filter, orderBy: $orderBy) {
    totalCount
    nodes {
      __typename id version createdAt caseData party { ...Names } assignee { ...Names } group { name }
      caseType { name fields { __typename name ... on DecimalField { scale } } }
      fields { name value }
      permissions { update { allowed reason message } }
      comments(last: 2, before: $after) { edges { cursor node { text createdAt editedAt author { ...Names } } } pageInfo { hasNextPage } }
    }
  }
}
fragment Names on Person { first: firstname login email }`

const update = `mutation Update($input: UpdateCaseInput!) {
  again: updateCase(input: $input) { __typename ...Result }
  updateCase(input: $input) { ...Result }
}
fragment Result on UpdateCaseResult {
  ... on UpdateCasePayload { case { status } }
  ... on UpdateCaseError { code problems { code message path } }
}`
const input = { caseInstanceId: '1001', categoryCode: 'BILLING', typeCode: 'REFUND', dryRun: true }

const read = `query Read($id: ID!, $asOf: DateTime, $after: String) {
  case(id: $id, asOf: $asOf) { version comments(first: 5, after: $after) { nodes { text } } }
  other: case(id: $id) {
    version
    history { nodes { at } }
  }
}`

const requests: [string, Credentials, string, Record<string, unknown>][] = [
  ['a list', olga, list, {}],
  ['a list of a party', paula, list, { first: 5 }],
  ['a list in an order', olga, list, { orderBy: 'CREATED_ASC' }],
  ['a list for which the login is not enough', carla, list, {}],
  ['a list with a filter', olga, list, { filter: { closed: false, typeCode: ['REFUND'], text: 'invoice' } }],
  ['a list with an invalid cursor in each case', olga, list, { first: 8, after: 'x' }],
  ['a list with a list for an object', olga, list, { filter: [] }],
  ['a list whose size is too large', olga, list, { first: 101 }],
  ['a list with a null', olga, list, { first: null, filter: null, orderBy: null }],
  ['a filter that does not exist', olga, list, { filter: { nothing: 1 } }],
  ['a size of the wrong type', olga, list, { first: 'three' }],
  ['a change', olga, update, { input }],
  ['a rejected change', olga, update, { input: { ...input, status: 'Done', typeCode: 'NONE' } }],
  ['a change with an invalid comment', olga, update, { input: { ...input, comments: [{ text: '' }] } }],
  ['a change without input', olga, update, {}],
  ['a change with incomplete input', olga, update, { input: { dryRun: true } }],
  [
    'a change of a party that is forbidden',
    paula,
    update,
    { input: { ...input, comments: [{ text: 'x', internal: true }] } },
  ],
  ['a case', olga, read, { id: '1001' }],
  ['a case by number', olga, read, { id: 1001 }],
  ['a case at a time', olga, read, { id: '1001', asOf: '2026-11-01T00:00:00+01:00' }],
  ['an invalid time', olga, read, { id: '1001', asOf: 'yesterday' }],
  ['an invalid cursor, which is an error of a nested field', olga, read, { id: '1001', after: 'x' }],
  ['a case with a time that cannot be returned', olga, read, { id: '1002' }],
  ['a case that does not exist', olga, read, { id: '99' }],
  ['an invalid session', { ...olga, token: 'unknown' }, read, { id: '1001' }],
  ['a case with a nullable default', olga, 'query ($id: ID = 1001) { case(id: $id) { id } }', { id: null }],
  ['introspection', olga, '{ __schema { queryType { name fields { name args { name defaultValue } } } } }', {}],
]

describe('a document that is executed repeatedly', () => {
  const server = useServer()

  beforeAll(() => sql(server.database, `update case_events set at = 'infinity' where case_id = 1002`))

  test.each(requests)('has the same result when it is compiled: %s', async (what, caller, query, variables) => {
    // A document of its own, which has not been compiled.
    const own = `${query} # ${what}`
    const results = []
    for (let i = 0; i < 5; i++) results.push(withoutIds(await graphql(server.url, own, variables, caller)))
    for (const result of results) expect(result).toEqual(results[0])
  })
})

/** Only the IDs of requests may differ. */
function withoutIds(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === 'requestId' ? undefined : member)))
}

/** Executes a document so often, and returns how often it was compiled. */
function compiledOf(text: string, executions: number, operationName?: string, isInternal = false): number {
  const document = parse(text)
  const measures = measureOperations(schema, document)
  const documents = {
    measureOf: (_document: DocumentNode, name: string | null | undefined) => measures.get(name ?? ''),
    isInternal: () => isInternal,
  }
  const plugin = compiledOperations(documents)
  let compiled = 0
  for (let i = 0; i < executions; i++) {
    const args = { schema, document, operationName, contextValue: {} }
    plugin.onExecute?.({ args, executeFn() {}, setExecuteFn: () => void compiled++ } as never)
  }
  return compiled
}

// 4 spreads of 4 spreads of 4 spreads of 10 fields
const manyFields = `query { cases { nodes { ...A ...A ...A ...A } } }
  fragment A on Case { ...B ...B ...B ...B }
  fragment B on Case { ...C ...C ...C ...C }
  fragment C on Case { ${'id '.repeat(10)} }`
const long = 'a'.repeat(41)
const manyVariables = Array.from({ length: 21 }, (_, i) => `$v${i}: ID`).join(' ')

describe('compiling', () => {
  test('starts with the fourth execution', () => {
    expect(compiledOf(read, 10, 'Read')).toBe(7)
  })

  test.each([
    ['a text, which could contain code', '{ case(id: "1001") { id } }'],
    ['a text as a default', 'query ($id: ID = "1001") { case(id: $id) { id } }'],
    ['a block text', '{ case(id: """1001""") { id } }'],
    ['an enum value, which could become code as a JSON value', '{ cases(orderBy: CREATED_ASC) { totalCount } }'],
    ['an object, which can contain variables', 'query ($s: Boolean) { cases(filter: { closed: $s }) { totalCount } }'],
    ['a list', 'query ($f: CaseFilter = { status: [] }) { cases(filter: $f) { totalCount } }'],
    ['null', '{ cases(first: null) { totalCount } }'],
    ['a number that is not finite', 'query ($f: Float = 1e999) { cases { totalCount } }'],
    ['a condition', 'query ($x: Boolean!) { cases { totalCount @include(if: $x) } }'],
    ['an alias that JavaScript takes for a prototype', 'query ($id: ID!) { __proto__: case(id: $id) { id } }'],
    ['introspection', 'query ($name: String!) { __type(name: $name) { name } }'],
    ['a mutation', 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'],
    ['many fields', `{ ${'__typename '.repeat(301)} }`],
    ['many fields by fragments', manyFields],
    ['many variables', `query (${manyVariables}) { __typename }`],
    ['a long name, which the code repeats', `query ($id: ID!) { ${long}: case(id: $id) { id } }`],
    ['a long text', `{ __typename } # ${'x'.repeat(4_096)}`],
    ['no such operation', '{ __typename }', 'Other'],
    ['several operations and no name', 'query One { __typename } query Two { __typename }'],
  ])('leaves out documents with %s', (_what, text, operationName?: string) => {
    expect(compiledOf(text, 10, operationName)).toBe(0)
  })

  test('includes mutations and conditions of the service itself', () => {
    const text = 'mutation ($i: UpdateCaseInput!, $x: Boolean!) { updateCase(input: $i) { __typename @skip(if: $x) } }'
    expect(compiledOf(text, 10, undefined, true)).toBe(7)
  })
})
