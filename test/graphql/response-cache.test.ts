import { expect, test } from 'vitest'
import { credentialHeaders, paulaOnApp } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const codes = [{ caseTypeCode: 'QUESTION' }, { caseTypeCode: 'INCIDENT' }]

const documents: [string, string, object][] = [
  ['alone', '{ caseTypeCategories { caseTypeCode } }', { caseTypeCategories: codes }],
  [
    'with another field',
    '{ caseTypeCategories { caseTypeCode } __typename }',
    { caseTypeCategories: codes, __typename: 'Query' },
  ],
  [
    'twice',
    '{ a: caseTypeCategories { caseTypeCode } b: caseTypeCategories { caseTypeCode } }',
    { a: codes, b: codes },
  ],
  [
    'with a fragment on the record type',
    '{ caseTypeCategories { ...R } } fragment R on CaseTypeCategory { caseTypeCode }',
    { caseTypeCategories: codes },
  ],
  ['in an inline fragment', '{ ... on Query { caseTypeCategories { caseTypeCode } } }', { caseTypeCategories: codes }],
  [
    'with a directive',
    'query ($no: Boolean = false) { caseTypeCategories { caseTypeCode caseTypeName @include(if: $no) } }',
    { caseTypeCategories: codes },
  ],
]

test.each(documents)('answers a lookup %s, and rejects it without credentials', async (_name, document, data) => {
  expect(await graphql(server.url, document, {}, paulaOnApp)).toEqual({ data })
  const refused = await graphql(server.url, document, {}, { token: '', touchpoint: '' })
  expect(refused.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
})

test('rejects a body that is not valid UTF-8', async () => {
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentialHeaders(paulaOnApp) },
    body: Buffer.concat([
      Buffer.from('{"query":"{ __typename }","operationName":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]),
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})
