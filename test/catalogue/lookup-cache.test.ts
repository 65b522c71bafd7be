import { describe, expect, test } from 'vitest'
import { issueSession, revokeSessionsById } from '../../src/auth/sessions/command-sessions.ts'
import { recordStatements } from '../support/database/statement-recorder.ts'
import { sql } from '../support/database/database.ts'
import { carla, credentialHeaders, olga, paula, paulaOnApp } from '../support/requests/credentials.ts'
import { graphql, graphqlData } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()
const codes = [{ caseTypeCode: 'QUESTION' }, { caseTypeCode: 'INCIDENT' }]
const answer = { caseTypeCategories: codes }

const documents: [string, string, object][] = [
  ['alone', '{ caseTypeCategories { caseTypeCode } }', answer],
  ['with another field', '{ caseTypeCategories { caseTypeCode } __typename }', { ...answer, __typename: 'Query' }],
  [
    'twice',
    '{ a: caseTypeCategories { caseTypeCode } b: caseTypeCategories { caseTypeCode } }',
    { a: codes, b: codes },
  ],
  ['with a fragment', '{ caseTypeCategories { ...R } } fragment R on CaseTypeCategory { caseTypeCode }', answer],
  ['in an inline fragment', '{ ... on Query { caseTypeCategories { caseTypeCode } } }', answer],
  [
    'with a directive',
    'query ($no: Boolean = false) { caseTypeCategories { caseTypeCode caseTypeName @include(if: $no) } }',
    answer,
  ],
]

test.each(documents)('answers a lookup %s, and rejects it without credentials', async (_name, document, data) => {
  for (const caller of [paulaOnApp, paulaOnApp]) {
    expect(await graphql(server.url, document, {}, caller)).toEqual({ data })
  }
  const refused = await graphql(server.url, document, {}, { token: '', touchpoint: '' })
  expect(refused.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
})

describe('a lookup that was answered before', () => {
  const filtered = `query Named($type: String, $category: String, $visibility: CaseTypeCategoryVisibility = ALL) {
    caseTypeCategories(caseTypeCode: $type, caseCategoryCode: $category, visibility: $visibility) {
      caseTypeCode caseCategoryCode
    }
  }`
  const lookup = (variables: object, caller = paula) => graphql(server.url, filtered, { ...variables }, caller)
  const codeOf = async (answer: ReturnType<typeof lookup>) => (await answer).errors?.[0]?.extensions?.code
  const refund = { caseTypeCode: 'REFUND', caseCategoryCode: 'BILLING' }

  test('is answered by its own filter', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await lookup({ type: 'REFUND' })).toEqual({ data: { caseTypeCategories: [refund] } })
      expect(await lookup({ type: 'REFUND', category: null })).toEqual({ data: { caseTypeCategories: [refund] } })
      expect(await lookup({ type: 'REFUND', other: 1 })).toEqual({ data: { caseTypeCategories: [refund] } })
      expect(await lookup({ type: 'REFUND', category: 'NETWORK' })).toEqual({ data: { caseTypeCategories: [] } })
      expect(await lookup({ category: 'REFUND' })).toEqual({ data: { caseTypeCategories: [] } })
      expect(await lookup({ type: 'REFUND\0undefined' })).toEqual({ data: { caseTypeCategories: [] } })
      expect(await lookup({ visibility: 'APP' })).not.toEqual(await lookup({}))
    }
  })

  test('is answered by the touchpoint of its caller', async () => {
    const codes = async (caller = paula) => {
      const { data } = await graphql<{ caseTypeCategories: unknown[] }>(server.url, filtered, {}, caller)
      return data?.caseTypeCategories.length
    }
    const [web, app] = [await codes(paula), await codes(paulaOnApp)]
    expect(web).not.toBe(app)
    expect([await codes(carla), await codes(paulaOnApp)]).toEqual([web, app])
  })

  test('is rejected if its variables or its operation are', async () => {
    await lookup({ type: 'REFUND' })
    expect(await codeOf(lookup({ type: 1 }))).toBe('BAD_USER_INPUT')
    expect(await codeOf(lookup({ type: ['REFUND'] }))).toBe('BAD_USER_INPUT')
    expect(await codeOf(lookup({ type: 'REFUND', visibility: 'all' }))).toBe('BAD_USER_INPUT')
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentialHeaders(paula) },
      body: JSON.stringify({ query: filtered, variables: { type: 'REFUND' }, operationName: 'Other' }),
    })
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'Could not determine what operation to execute.' }],
    })
  })

  test('is refused to callers who may not list type categories', async () => {
    const holder = { touchpoint: 'web', login: 'PARTY', email: 'paula@example.com' } as const
    const { id, token } = await issueSession(server.database, holder)
    const caller = { touchpoint: 'web', token }
    expect(await lookup({ type: 'REFUND' }, caller)).toEqual({ data: { caseTypeCategories: [refund] } })
    await revokeSessionsById(server.database, [id])
    expect(await lookup({ type: 'REFUND' }, caller)).toMatchObject({
      data: { caseTypeCategories: null },
      errors: [{ path: ['caseTypeCategories'], extensions: { code: 'UNAUTHENTICATED' } }],
    })
    expect(await codeOf(lookup({ type: 'REFUND' }, { ...paula, touchpoint: 'app' }))).toBe('UNAUTHENTICATED')
    expect(await codeOf(lookup({ type: 'REFUND' }, olga))).toBe('FORBIDDEN')
  })

  test('asks the database once about a wrong token', async () => {
    await lookup({ type: 'REFUND' })
    const texts = recordStatements()
    for (const type of ['REFUND', 'never asked for']) {
      texts.splice(0)
      expect(await codeOf(lookup({ type }, { ...paula, token: 'made up' }))).toBe('UNAUTHENTICATED')
      expect(texts).toHaveLength(1)
    }
  })

  test('shows a change of the catalogue at once', async () => {
    const document = '{ caseTypeCategories(caseTypeCode: "REFUND") { caseTypeName } }'
    const names = () => graphqlData(server.url, document, {}, paula)
    const before = await names()
    expect(await names()).toEqual(before)
    await sql(server.database, `update case_types set name = 'Changed' where code = 'REFUND'`)
    const changed = { caseTypeCategories: [{ caseTypeName: 'Changed' }] }
    expect([await names(), await names()]).toEqual([changed, changed])
  })
})
