import { beforeAll, describe, expect, test } from 'vitest'
import { acceptedMediaTypes } from '../../src/graphql/requests/media-types.ts'
import { sql } from '../support/database/database.ts'
import { credentialHeaders, type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

/** Pairs of equivalent Accept headers. */
const accepts: [ordinary: string | undefined, unusual: string][] = [
  [undefined, '*/*;q=0.9'],
  ['*/*', '*/*;q=0.9'],
  ['application/json', 'application/json, */*;q=0.1'],
  ['application/graphql-response+json', 'application/graphql-response+json;q=0.9'],
]

const lookup = '{ caseTypeCategories(visibility: APP) { caseTypeCode caseCategoryName defaultAnswer } }'
const filtered = 'query ($code: String) { caseTypeCategories(caseTypeCode: $code) { caseTypeName } }'
const update = `mutation ($input: UpdateCaseInput!) {
  updateCase(input: $input) { __typename ... on UpdateCaseError { code problems { code message path } } }
}`
const input = { caseInstanceId: '1001', categoryCode: 'BILLING', typeCode: 'REFUND' }
const comment = (text: string) => ({ input: { ...input, comments: [{ text }] } })
const list = `query List($first: Int = 3, $filter: CaseFilter, $after: String) {
  cases(first: $first, filter: $filter) {
    totalCount
    nodes {
      __typename id version createdAt caseData party { ...Names } assignee { ...Names } group { name }
      caseType { name fields { __typename name ... on DecimalField { scale } } } fields { name value }
      permissions { update { allowed reason message } }
      comments(last: 2, before: $after) { edges { cursor node { text author { ...Names } } } pageInfo { hasNextPage } }
    }
  }
}
fragment Names on Person { first: firstname login email }`
const two = `query One { __typename } query Two { two: __typename }`

const bodies: [string, Credentials, object | string][] = [
  ['a lookup', paula, { query: lookup }],
  ['a lookup with a variable', paula, { query: filtered, variables: { code: 'REFUND' } }],
  ['a lookup with an alias', paula, { query: lookup.replace('{ caseType', '{ all: caseType') }],
  ['a lookup with another field', paula, { query: lookup.replace('{ ', '{ __typename ') }],
  ['a forbidden lookup', olga, { query: lookup }],
  ['a rejected change', olga, { query: update, variables: { input: { ...input, status: 'Done' } } }],
  ['a change without effect', olga, { query: update, variables: { input } }],
  ['a change with a comment', olga, { query: update, variables: comment('Hello.') }],
  ['a change that fails', olga, { query: update, variables: comment('Boom.') }],
  ['an invalid comment', olga, { query: update, variables: comment('') }],
  ['invalid credentials', { ...paula, token: 'unknown' }, { query: lookup }],
  ['invalid credentials with data', { ...paula, token: 'x' }, { query: '{ __typename case(id: "1001") { id } }' }],
  ['a case', olga, { query: '{ case(id: "1002") { id status caseData party { firstname } } }' }],
  ['a list', olga, { query: list }],
  ['a list of a party', paula, { query: list, variables: { first: 5 } }],
  ['a list with a filter', olga, { query: list, variables: { filter: { closed: false, text: 'invoice' } } }],
  ['a list with an invalid cursor in each case', olga, { query: list, variables: { first: 8, after: 'x' } }],
  ['a list with a null', olga, { query: list, variables: { first: null, filter: null } }],
  ['a size of the wrong type', olga, { query: list, variables: { first: 'three' } }],
  ['a nullable default', olga, { query: 'query ($id: ID = 1001) { case(id: $id) { id } }', variables: { id: null } }],
  ['__typename', paula, { query: '{ __typename }' }],
  ['introspection', paula, { query: '{ __schema { types { name } } }' }],
  ['one of two operations', paula, { query: two, operationName: 'Two' }],
  ['neither of two operations', paula, { query: two }],
  ['an unknown operation name', paula, { query: two, operationName: 'Three' }],
  ['an operation name of the wrong type', paula, { query: two, operationName: 7 }],
  ['nulls', paula, { query: '{ __typename }', variables: null, operationName: null }],
  ['variables of the wrong type', paula, { query: '{ __typename }', variables: [] }],
  ['a missing variable', olga, { query: update }],
  ['an invalid variable', olga, { query: update, variables: { input: { caseInstanceId: {} } } }],
  ['a truncated document', paula, { query: '{' }],
  ['an empty document', paula, { query: '' }],
  ['only a fragment', paula, { query: 'fragment Name on Case { id }' }],
  ['an unknown field', paula, { query: '{ cases { id } }' }],
  ['a subscription', paula, { query: 'subscription { __typename }' }],
  ['a document of the wrong type', paula, { query: {} }],
  ['no document', paula, {}],
  ['a batch', paula, [{ query: '{ __typename }' }]],
  ['an unknown member', paula, { query: '{ __typename }', id: 1 }],
  ['extensions', paula, { query: '{ __typename }', extensions: {} }],
  ['a null body', paula, 'null'],
  ['truncated JSON', paula, '{"query":'],
  ['an empty body', paula, ''],
]

beforeAll(async () => {
  await sql(server.database, `alter table case_comments add constraint no_boom check (text <> 'Boom.')`)
})

async function post(caller: Credentials, accept: string | undefined, body: object | string) {
  const json = { 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) }
  const answer = await sendRaw(server.url, {
    method: 'POST',
    path: '/graphql',
    headers: { ...credentialHeaders(caller), ...json, 'x-request-id': 'the-same' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { date: _, ...headers } = answer.headers
  return { ...answer, headers }
}

describe.each(accepts)('a request accepting %s is answered as one accepting %s', (ordinary, unusual) => {
  test.each(bodies)('with %s', async (_what, caller, body) => {
    expect(await post(caller, ordinary, body)).toEqual(await post(caller, unusual, body))
  })

  test('with extensions', async () => {
    for (const [what, caller, body] of bodies) {
      if (typeof body === 'string' || Array.isArray(body)) continue
      const extended = await post(caller, ordinary, { ...body, extensions: {} })
      expect(extended, what).toEqual(await post(caller, ordinary, body))
    }
  })
})

test('a media type that is accepted many times is passed on once', () => {
  const sent = Array.from({ length: 4_000 }, (_, index) => (index % 2 ? '*/*' : ' application/JSON;q=0.5')).join(',')
  expect(acceptedMediaTypes(sent)).toEqual(['application/json'])
})

test('a media type is no property of an object', () => {
  expect(acceptedMediaTypes('__proto__')).toEqual([])
})
