import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { compiledDocuments } from '../../src/graphql/compiled-documents.ts'
import { measureOperations } from '../../src/graphql/query-cost.ts'
import { schema } from '../../src/schema.ts'
import { carla, type Credentials, olga, paula } from '../support/credentials.ts'
import { sql } from '../support/database.ts'
import { graphql } from '../support/graphql.ts'
import { useServer } from '../support/server.ts'

const list = `query List($first: Int = 3, $filter: CaseFilter, $brief: Boolean = false, $more: Boolean = true) {
  cases(first: $first, filter: $filter, orderBy: CREATED_ASC) {
    totalCount @include(if: $more)
    nodes {
      __typename id version createdAt caseData @skip(if: $brief) party { ...Names } assignee { ...Names } group { name }
      caseType { name fields { __typename name ... on DecimalField { scale } } }
      fields { name value }
      permissions { update { allowed reason message } }
      comments(last: 2) { edges { cursor node { text createdAt editedAt author { ...Names } } } pageInfo { hasNextPage } }
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
  ['a list of a party', paula, list, { first: 5, brief: true }],
  ['a list for which the login is not enough', carla, list, {}],
  ['a list with a filter', olga, list, { filter: { closed: false, typeCode: ['REFUND'], text: 'invoice' } }],
  ['a list without a part', olga, list, { more: false }],
  ['a list whose size is too large', olga, list, { first: 101 }],
  ['a list with a null', olga, list, { first: null, filter: null }],
  ['a filter that does not exist', olga, list, { filter: { nothing: 1 } }],
  ['a size of the wrong type', olga, list, { first: 'three' }],
  ['a condition of the wrong type', olga, list, { brief: 'yes' }],
  ['no condition', olga, list, { brief: null }],
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
function compiledOf(text: string, executions: number, operationName?: string): number {
  const document = parse(text)
  const measures = measureOperations(schema, document)
  const plugin = compiledDocuments({ measureOf: (_document, name) => measures.get(name ?? '') })
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

describe('compiling', () => {
  test('starts with the fourth execution', () => {
    expect(compiledOf(read, 10, 'Read')).toBe(7)
  })

  test.each([
    ['a text, which could contain code', '{ case(id: "1001") { id } }'],
    ['a text as a default', 'query ($id: ID = "1001") { case(id: $id) { id } }'],
    ['a block text', '{ case(id: """1001""") { id } }'],
    ['an alias that JavaScript takes for a prototype', 'query ($id: ID!) { __proto__: case(id: $id) { id } }'],
    ['many fields', `{ ${'__typename '.repeat(601)} }`],
    ['many fields by fragments', manyFields],
    ['no such operation', '{ __typename }', 'Other'],
    ['several operations and no name', 'query One { __typename } query Two { __typename }'],
  ])('leaves out documents with %s', (_what, text, operationName?: string) => {
    expect(compiledOf(text, 10, operationName)).toBe(0)
  })
})
