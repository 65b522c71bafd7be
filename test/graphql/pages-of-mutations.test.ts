import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { graphql } from '../support/requests/graphql.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

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
      const fragment = selection.includes('Pages')
        ? 'fragment Pages on Case { comments(first: 500) { totalCount } }'
        : ''
      const query = `mutation ($input: UpdateCaseInput!${variables}) {
        updateCase(input: $input) { ... on UpdateCasePayload { case { version ${selection} } } }
      } ${fragment}`
      const input = { caseInstanceId, categoryCode: 'BILLING', typeCode: 'REFUND', comments: [{ text: 'x' }] }
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, ...credentialHeaders(olga) },
        body: JSON.stringify({ query, variables: { input } }),
      })
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
