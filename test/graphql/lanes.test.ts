import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, credentials, olga, paula } from '../support/callers.ts'
import { sql } from '../support/database.ts'
import { sendRaw } from '../support/http.ts'
import { useServer } from '../support/server.ts'

const server = useServer()

/**
 * Requests that ask for the same in two ways: in the ordinary one the server executes them at once, in the other one
 * they go through Yoga's fetch layer.
 */
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
const two = `query One { __typename } query Two { two: __typename }`

const bodies: [string, Caller, object | string][] = [
  ['a lookup', paula, { query: lookup }],
  ['a lookup with a variable', paula, { query: filtered, variables: { code: 'REFUND' } }],
  ['a lookup with an alias', paula, { query: lookup.replace('{ caseType', '{ all: caseType') }],
  ['a lookup beside something else', paula, { query: lookup.replace('{ ', '{ __typename ') }],
  ['a forbidden lookup', olga, { query: lookup }],
  ['a change that is refused', olga, { query: update, variables: { input: { ...input, status: 'Done' } } }],
  ['a change of nothing', olga, { query: update, variables: { input } }],
  ['a change with a comment', olga, { query: update, variables: comment('Hello.') }],
  ['a change that fails', olga, { query: update, variables: comment('Boom.') }],
  ['a bad comment', olga, { query: update, variables: comment('') }],
  ['a refused caller', { ...paula, token: 'unknown' }, { query: lookup }],
  ['a refused caller beside data', { ...paula, token: 'x' }, { query: '{ __typename case(id: "1001") { id } }' }],
  ['a case', olga, { query: '{ case(id: "1002") { id status caseData party { firstname } } }' }],
  ['__typename', paula, { query: '{ __typename }' }],
  ['introspection', paula, { query: '{ __schema { types { name } } }' }],
  ['one of two operations', paula, { query: two, operationName: 'Two' }],
  ['neither of two operations', paula, { query: two }],
  ['an unknown one of two operations', paula, { query: two, operationName: 'Three' }],
  ['an operation name of another type', paula, { query: two, operationName: 7 }],
  ['nulls', paula, { query: '{ __typename }', variables: null, operationName: null }],
  ['variables of another type', paula, { query: '{ __typename }', variables: [] }],
  ['a missing variable', olga, { query: update }],
  ['a wrong variable', olga, { query: update, variables: { input: { caseInstanceId: {} } } }],
  ['half a document', paula, { query: '{' }],
  ['an empty document', paula, { query: '' }],
  ['fragments alone', paula, { query: 'fragment Name on Case { id }' }],
  ['an unknown field', paula, { query: '{ cases { id } }' }],
  ['a subscription', paula, { query: 'subscription { __typename }' }],
  ['a document of another type', paula, { query: {} }],
  ['no document', paula, {}],
  ['a batch', paula, [{ query: '{ __typename }' }]],
  ['an unknown member', paula, { query: '{ __typename }', id: 1 }],
  ['extensions', paula, { query: '{ __typename }', extensions: {} }],
  ['null', paula, 'null'],
  ['half an object', paula, '{"query":'],
  ['nothing', paula, ''],
]

beforeAll(async () => {
  await sql(server.database, `alter table case_comments add constraint no_boom check (text <> 'Boom.')`)
})

async function post(caller: Caller, accept: string | undefined, body: object | string) {
  const answer = await sendRaw(server.url, {
    method: 'POST',
    path: '/graphql',
    headers: {
      ...credentials(caller),
      'content-type': 'application/json',
      'x-request-id': 'the-same',
      ...(accept === undefined ? {} : { accept }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { date: _, ...headers } = answer.headers
  return { ...answer, headers }
}

describe.each(accepts)('a request that accepts %s is answered as by the fetch layer (%s)', (ordinary, unusual) => {
  test.each(bodies)('with %s', async (_what, caller, body) => {
    expect(await post(caller, ordinary, body)).toEqual(await post(caller, unusual, body))
  })

  test('with extensions, which send any other document through the fetch layer', async () => {
    for (const [what, caller, body] of bodies) {
      if (typeof body === 'string' || Array.isArray(body)) continue
      const extended = await post(caller, ordinary, { ...body, extensions: {} })
      expect(extended, what).toEqual(await post(caller, ordinary, body))
    }
  })
})
