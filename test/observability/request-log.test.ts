import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga } from '../support/requests/credentials.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

let lastRequest = 0

/** The level and the GraphQL errors in the log line of a request. */
async function logged({ headers, ...request }: RawRequest) {
  const requestId = `logged-${++lastRequest}`
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  await sendRaw(server.url, { ...request, headers: { ...json, ...headers, 'x-request-id': requestId } })
  const find = () => server.log.find((line) => line.includes(`"${requestId}"`) && line.includes('"msg":"request"'))
  await expect.poll(find).toBeDefined()
  const { level, graphqlErrors } = JSON.parse(find()!) as { level: number; graphqlErrors?: true }
  return [level, graphqlErrors]
}

const [debug, info] = [20, 30]
const headers = credentialHeaders(olga)
const update = (status: string) =>
  `mutation { updateCase(input: { caseInstanceId: "1001", categoryCode: "BILLING", typeCode: "REFUND", status: "${status}" }) {
    __typename
  } }`

// metrics.test.ts has the operations and outcomes, which are also in the log lines.
describe.each([
  ['an ordinary request', {}],
  ['an unusual request', { extensions: {} }],
])('the log line of %s to /graphql tells whether it had GraphQL errors:', (_kind, members) => {
  test.each<[string, true | undefined]>([
    [update('Open'), undefined],
    [update('x'), undefined],
    ['{ caseTypeCategories { caseTypeCode } }', true],
    ['{ junk }', true],
    ['{', true],
    ['{ __typename }', undefined],
  ])('%s', async (query, errors) => {
    const body = JSON.stringify({ query, ...members })
    expect(await logged({ method: 'POST', path: '/graphql', headers, body })).toEqual([info, errors])
  })
})

test('a request to /graphql that is not executed had GraphQL errors, and one to another path has none', async () => {
  expect(await logged({ method: 'POST', path: '/graphql', headers, body: '[' })).toEqual([info, true])
  expect(await logged({ method: 'DELETE', path: '/graphql', headers })).toEqual([info, true])
  expect(await logged({ method: 'PUT', path: '/api/v4/cases/1001', headers, body: '[' })).toEqual([info, undefined])
})

test('health probes are logged at level debug', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    for (const path of ['/livez', '/readyz']) expect((await logged({ method, path }))[0]).toBe(debug)
  }
  expect((await logged({ path: '/readyz/' }))[0]).toBe(info)
})
