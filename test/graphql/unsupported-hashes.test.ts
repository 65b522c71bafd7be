import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { credentialHeaders, paula } from '../support/requests/credentials.ts'
import type { GraphQLResponse } from '../support/requests/graphql.ts'
import { sendRaw } from '../support/requests/http.ts'
import { useSharedServer } from '../support/server/server.ts'

const server = useSharedServer()

const sha256Hash = hash('sha256', '{ __typename }')
const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash } } }

const ordinary = 'application/json'
/** Equivalent, but goes through Yoga's fetch layer. */
const unusual = 'application/json, */*;q=0.1'
const strict = 'application/graphql-response+json'

function post(body: object, accept: string) {
  const headers = { ...credentialHeaders(paula), 'content-type': 'application/json', accept }
  return sendRaw(server.url, { method: 'POST', path: '/graphql', headers, body: JSON.stringify(body) })
}

function parsed({ body }: { body: string }) {
  const { extensions: _, ...result } = JSON.parse(body) as GraphQLResponse<object> & { extensions?: object }
  return result
}

const codeOf = (answer: { body: string }) => parsed(answer).errors?.map(({ extensions }) => extensions?.code)

describe('without a list of trusted documents, a hash is not supported', () => {
  const notSupported = [
    { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
  ]

  test.each([persisted, { documentId: `sha256:${sha256Hash}` }])('by POST: %j', async (by) => {
    for (const [accept, status] of [
      [ordinary, 200],
      [unusual, 200],
      [strict, 400],
      [`${strict}, application/json;q=0.9`, 400],
    ] as const) {
      const answer = await post(by, accept)
      expect([answer.status, parsed(answer)]).toEqual([status, { errors: notSupported }])
    }
  })

  test.each([
    { extensions: JSON.stringify(persisted.extensions), operationName: 'Names' },
    { documentId: `sha256:${sha256Hash}` },
  ])('by GET: %j', async (parameters) => {
    for (const [accept, status] of [
      [ordinary, 200],
      [strict, 400],
    ] as const) {
      const path = `/graphql?${new URLSearchParams(parameters as Record<string, string>)}`
      const answer = await sendRaw(server.url, { path, headers: { ...credentialHeaders(paula), accept } })
      expect([answer.status, parsed(answer)]).toEqual([status, { errors: notSupported }])
    }
  })

  test('but a text is executed, with or without its hash', async () => {
    for (const more of [{}, persisted, { documentId: `sha256:${sha256Hash}` }]) {
      for (const accept of [ordinary, unusual]) {
        expect(parsed(await post({ query: '{ __typename }', ...more }, accept)).data).toEqual({
          __typename: 'Query',
        })
      }
    }
  })

  test.each([{}, { extensions: {} }, { extensions: { persistedQuery: { sha256Hash: 7 } } }])(
    'and %j, which has neither, is malformed',
    async (body) => {
      for (const accept of [ordinary, unusual]) {
        expect(codeOf(await post(body, accept))).toEqual(['BAD_USER_INPUT'])
      }
    },
  )
})
