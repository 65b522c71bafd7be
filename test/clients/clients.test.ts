import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { olga } from '../support/credentials.ts'
import { useServer } from '../support/server.ts'
import { apollo, apolloByHash } from '../support/clients/apollo.ts'
import { curlClient, hasCurl } from '../support/clients/curl.ts'
import { graphqlRequest } from '../support/clients/graphql-request.ts'
import { urql } from '../support/clients/urql.ts'

const manifest = join(import.meta.dirname, '../graphql/trusted-documents/persisted-documents.json')
const server = useServer({ env: { TRUSTED_DOCUMENTS: manifest } })
const trustedOnly = useServer({ env: { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_ONLY: 'on' } })

/** The number of requests since a test set this to 0. */
let arrived = 0
subscribe('http.server.request.start', () => arrived++)

const document = `mutation UpdateCase($input: UpdateCaseInput!) {
  updateCase(input: $input) {
    __typename
    ... on UpdateCasePayload { case { id status comments(last: 1) { edges { node { text } } } } }
    ... on UpdateCaseError { code problems { code path } }
  }
}`
const update = (id: number, more: object) => ({
  document,
  variables: { input: { caseInstanceId: `${id}`, categoryCode: 'BILLING', typeCode: 'REFUND', ...more } },
  caller: olga,
})

const read = (id: number) => ({
  document: 'query Read($id: ID!) { case(id: $id) { id } }',
  variables: { id: `${id}` },
  caller: olga,
})

describe.each([apollo, urql, graphqlRequest, ...(hasCurl ? [curlClient] : [])])('$name', (client) => {
  test('receives the result of an operation', async () => {
    const id = await server.addCase()
    const outcome = await client.execute(
      server.url,
      update(id, { status: 'Closed', comments: [{ text: 'Größe: 🙂' }] }),
    )
    const comments = { edges: [{ node: { text: 'Größe: 🙂' } }] }
    expect(outcome).toMatchObject({ data: { updateCase: { case: { id: `${id}`, status: 'Closed', comments } } } })
  })

  test('receives the codes of a rejected change as data, without an error', async () => {
    const id = await server.addCase()
    const outcome = await client.execute(server.url, update(id, { status: 'Done' }))
    const problems = [{ code: 'InvalidName', path: ['status'] }]
    expect(outcome).toMatchObject({
      data: { updateCase: { __typename: 'UpdateCaseError', code: 'InvalidName', problems } },
    })
  })

  test('receives the code of a rejected request', async () => {
    const stranger = { ...update(1001, {}), caller: { ...olga, token: 'unknown' } }
    expect(await client.execute(server.url, stranger)).toEqual({ codes: ['UNAUTHENTICATED'] })
    const unknownField = { ...update(1001, {}), document: 'mutation Nothing { nothing }', variables: {} }
    expect(await client.execute(server.url, unknownField)).toMatchObject({ codes: ['GRAPHQL_VALIDATION_FAILED'] })
  })

  test('receives the status and the code of an HTTP error', async () => {
    const large = update(1001, { comments: [{ text: 'x'.repeat(256 * 1024) }] })
    expect(await client.execute(server.url, large)).toEqual({ status: 413, codes: ['PAYLOAD_TOO_LARGE'] })
  })

  test('can cancel a request', async () => {
    const id = await server.addCase()
    const controller = new AbortController()
    arrived = 0
    const aborted = () => server.log.filter((line) => line.includes('"aborted":true')).length
    const before = aborted()
    await server.database.transaction(async (transaction) => {
      await transaction.run({ name: '', text: 'lock table cases in access exclusive mode' })
      const outcome = client.execute(server.url, { ...read(id), signal: controller.signal })
      await expect.poll(() => arrived).toBe(1)
      controller.abort()
      expect(await outcome).toEqual({ cancelled: true })
      await expect.poll(aborted).toBe(before + 1)
    })
    expect(await client.execute(server.url, read(id))).toMatchObject({ data: { case: { id: `${id}` } } })
  })
})

describe('Apollo Client with persisted queries', () => {
  const documents = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>)
  const [id = '', text = ''] = documents[0] ?? []
  const hash = id.replace('sha256:', '')

  test.each([
    ['beside others', server],
    ['alone', trustedOnly],
  ] as const)('has trusted documents executed, %s', async (_how, server) => {
    const caseId = await server.addCase()
    const sent: object[] = []
    const outcome = await apolloByHash(hash, sent).execute(server.url, {
      ...update(caseId, { status: 'Closed' }),
      document: text,
    })
    expect(outcome).toMatchObject({ data: { updateCase: { case: { status: 'Closed' } } } })
    expect(sent).toMatchObject([{ extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }])
    expect(sent[0]).not.toHaveProperty('query')
  })

  test('sends the text of a document that is not trusted, if other documents are allowed', async () => {
    const caseId = await server.addCase()
    const sent: object[] = []
    const outcome = await apolloByHash('0'.repeat(64), sent).execute(server.url, update(caseId, { status: 'Closed' }))
    expect(outcome).toMatchObject({ data: { updateCase: { case: { status: 'Closed' } } } })
    expect(sent.map((body) => 'query' in body)).toEqual([false, true])
  })

  test('receives an error for a document that is not trusted, if other documents are not allowed', async () => {
    const client = apolloByHash('0'.repeat(64), [])
    const { codes, data } = await client.execute(trustedOnly.url, update(1001, {}))
    expect([data, codes]).toEqual([undefined, ['CANNOT_SEND_PQ_ID_AND_BODY']])
  })
})
