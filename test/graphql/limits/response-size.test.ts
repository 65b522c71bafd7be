import { beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, credentialHeaders, olga, paula } from '../../support/requests/credentials.ts'
import { asOlga, openSocket, requestText } from '../../support/requests/raw-socket.ts'
import { needsOneProcess } from '../../support/server/load-balanced.ts'
import type { GraphQLResponse } from '../../support/requests/graphql.ts'
import { problemOf } from '../../support/requests/http.ts'
import { restClient } from '../../support/requests/rest-client.ts'
import { refundData, useServer } from '../../support/server/server.ts'

// The share of a session is 100 KiB.
const server = useServer({
  limits: { responseLimits: { timeoutMs: 60_000, size: 100 * 1024, memory: 400 * 1024 } },
})
const { put } = restClient(server)
const refund = { categoryCode: 'BILLING', typeCode: 'REFUND' }
let id: number
beforeAll(async () => {
  const comments = Array.from({ length: 10 }, () => ({ text: '字'.repeat(9_999), authorEmail: 'olga@example.com' }))
  id = await server.addCase({ comments })
})

const comments = (arguments_: string, fields = 'text') => `comments(${arguments_}) { edges { node { ${fields} } } }`
const ofCase = (fields: string) => `{ case(id: ${id}) { ${fields} } }`
const update = (fields: string, ofErrors = 'code') => `mutation ($data: JSON) {
  updateCase(input: { caseInstanceId: ${id}, categoryCode: "BILLING", typeCode: "REFUND", caseData: $data,
    comments: [{ text: "Hello." }] }) {
    ... on UpdateCasePayload { case { ${fields} } } ... on UpdateCaseError { problems { ${ofErrors} } } } }`

async function ask(query: string, { caller = olga, accept = 'application/json', data = {} as object } = {}) {
  const headers = { 'content-type': 'application/json', accept, ...credentialHeaders(caller) }
  const body = JSON.stringify({ query, variables: { data } })
  const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
  const json = (await response.json()) as GraphQLResponse<Record<string, unknown>>
  const [error] = json.errors ?? []
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, ...json, code: error?.extensions?.['code'], message: error?.message }
}
const message = 'The response may have at most 100 KiB. Request fewer items or fields at once.'
const tooLarge = { status: 400, code: 'BAD_USER_INPUT', message }

describe.each([
  ['without a weight in Accept', 'application/json'],
  ['with a weight', 'application/json;q=0.5'],
])('a query %s', (_kind, accept) => {
  test('within the limit has a result', async () => {
    expect(await ask(ofCase(comments('first: 2')), { accept })).toMatchObject({ status: 200, code: undefined })
  })

  test.each([
    ['one page', () => comments('first: 10')],
    ['the last page', () => comments('last: 10')],
    ['several pages', () => [1, 2, 3, 4].map((n) => `p${n}: ${comments('first: 1')}`).join(' ')],
    ['one text several times', () => comments('first: 1', 'a: text b: text c: text d: text')],
  ])('is rejected if its result is too large because of %s', async (_why, fields) => {
    const answer = await ask(ofCase(fields()), { accept })
    expect(answer).toMatchObject(tooLarge)
    expect(answer).not.toHaveProperty('data')
  })
})

test('an introspection is rejected if its result is too large', async () => {
  // Descriptions are the longest values, so that their text is large while their cost is not.
  const fields = 'description fields { description }'
  const query = `{ ${[1, 2, 3].map((n) => `s${n}: __schema { types { ${fields} } }`).join(' ')} }`
  expect(await ask(query)).toMatchObject(tooLarge)
})

test('a mutation is rejected before it is executed if its result might be too large', async () => {
  const version = await server.version(id)
  expect(await ask(update(comments('first: 3')), { data: refundData })).toMatchObject(tooLarge)
  expect(await server.version(id)).toBe(version)
  expect(await ask(update(comments('first: 2')), { data: refundData })).toMatchObject({ status: 200, code: undefined })
  expect(await server.version(id)).toBe(version + 1)
})

/** Case data with as many problems as a response reports, each of which repeats a name of this length. */
const wrongData = (length: number) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}`.padEnd(length, 'x'), 1]))

describe('an update with so many problems that the response is too large', () => {
  const data = wrongData(1_000)

  test('is rejected over GraphQL', async () => {
    const version = await server.version(id)
    const answer = await ask(update('id', 'code message path a: message b: message c: message'), { data })
    expect(answer).toMatchObject({ ...tooLarge, status: 200, data: { updateCase: null } })
    expect(await server.version(id)).toBe(version)
  })

  test('is rejected over REST', async () => {
    const answer = problemOf(await put(`cases/${id}`, { ...refund, caseData: data }))
    expect(answer).toMatchObject({ status: 400, code: 'malformedRequest', detail: tooLarge.message })
  })
})

describe('while a session leaves large responses unread', () => {
  const large = () => ofCase(comments('first: 2'))
  const status = async (query: string, caller: Credentials = olga) =>
    (await ask(query, { caller, data: refundData })).status

  test('its large requests get 503 before they are executed, and everything else succeeds', async () => {
    needsOneProcess('fills the memory for responses')
    const socket = await openSocket(server.url)
    socket.pause()
    const headers = { ...asOlga, 'x-request-id': 'flood' }
    const request = requestText('POST /graphql', headers, JSON.stringify({ query: large() }))
    // The buffers of the operating system take several megabytes.
    socket.write(request.repeat(300))
    const finished = () => server.log.filter((line) => line.includes('"flood"')).length
    let before = -1
    const isFull = () => {
      const [earlier, now] = [before, (before = finished())]
      return now > 0 && now === earlier
    }
    await expect.poll(isFull, { interval: 500 }).toBe(true)
    expect(await ask(large())).toMatchObject({ code: 'UNAVAILABLE', retryAfter: '2' })
    const version = await server.version(id)
    const refused = { status: 503, code: 'UNAVAILABLE' }
    expect(await ask(update(comments('first: 2')), { data: refundData })).toMatchObject(refused)
    const long = wrongData(500)
    const rejected = await ask(update('id', 'code path'), { data: long })
    expect(rejected).toMatchObject({ code: 'UNAVAILABLE', data: { updateCase: null } })
    const overRest = await put(`cases/${id}`, { ...refund, caseData: long })
    expect(problemOf(overRest)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await server.version(id)).toBe(version)
    expect(await status(update('id version'))).toBe(200)
    expect(await server.version(id)).toBe(version + 1)
    expect(await status(large(), paula)).toBe(200)
    socket.destroy()
    await expect.poll(() => status(large())).toBe(200)
  })
})
