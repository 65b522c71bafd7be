import { subscribe } from 'node:diagnostics_channel'
import { describe, expect, test } from 'vitest'
import { olga } from '../support/requests/credentials.ts'
import { needsOneProcess } from '../support/server/load-balanced.ts'
import { useSharedServer } from '../support/server/server.ts'
import { apollo } from '../support/clients/apollo.ts'
import { curlClient, hasCurl } from '../support/clients/curl.ts'
import { graphqlRequest } from '../support/clients/graphql-request.ts'
import { urql } from '../support/clients/urql.ts'

const server = useSharedServer()

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
    needsOneProcess('counts requests as they arrive')
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
