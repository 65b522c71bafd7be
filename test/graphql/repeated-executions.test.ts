import { beforeAll, describe, expect, test } from 'vitest'
import { carla, type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { sql } from '../support/database/database.ts'
import { graphql } from '../support/requests/graphql.ts'
import { useServer } from '../support/server/server.ts'

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

  test.each(requests)('has the same result each time: %s', async (what, caller, query, variables) => {
    // A document that was not executed before.
    const own = `${query} # ${what}`
    const results = []
    for (let i = 0; i < 3; i++) results.push(withoutIds(await graphql(server.url, own, variables, caller)))
    for (const result of results) expect(result).toEqual(results[0])
  })
})

/** Only the IDs of requests may differ. */
function withoutIds(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (name, member: unknown) => (name === 'requestId' ? undefined : member)))
}
