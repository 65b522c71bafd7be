import { describe, expect, test } from 'vitest'
import { credentialHeaders, olga, paula } from '../support/requests/credentials.ts'
import { type RawRequest, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

interface Line {
  level: number
  requestId: string
  operation?: string
  outcome: string
  graphqlErrors?: true
}

let lastRequest = 0

/** The level, operation, outcome and GraphQL errors in the log line of a request. */
async function logged({ headers, ...request }: RawRequest) {
  const requestId = `logged-${++lastRequest}`
  await sendRaw(server.url, { ...request, headers: { ...json, ...headers, 'x-request-id': requestId } })
  const find = () => server.log.find((line) => line.includes(`"${requestId}"`) && line.includes('"msg":"request"'))
  await expect.poll(find).toBeDefined()
  const { level, operation, outcome, graphqlErrors } = JSON.parse(find()!) as Line
  return [level, operation, outcome, graphqlErrors]
}

const [debug, info] = [20, 30]
const json = { 'content-type': 'application/json', accept: 'application/json' }
const codes = { categoryCode: 'BILLING', typeCode: 'REFUND' }

describe('the log line of a request names its operation and outcome', () => {
  const put = (path: string, body: object, headers: object = credentialHeaders(olga)): RawRequest => ({
    method: 'PUT',
    path,
    body: JSON.stringify(body),
    headers: { ...headers },
  })

  test.each<[string, RawRequest, (string | undefined)[]]>([
    ['an update', put('/api/v4/cases/1001', codes), ['updateCase', 'ok']],
    [
      'a rejected update',
      put('/api/v4/cases/1001', { ...codes, status: 'x', caseData: 1 }),
      ['updateCase', 'InvalidName'],
    ],
    ['an assignment', put('/api/v4/cases/1001/assignment', {}), ['assignCase', 'missing']],
    ['a request without credentials', put('/api/v4/cases/1001', codes, {}), ['updateCase', 'UNAUTHENTICATED']],
    ['an unknown path', { path: '/junk' }, [undefined, '404']],
  ])('over REST: %s', async (_what, request, expected) => {
    expect(await logged(request)).toEqual([info, ...expected, undefined])
  })

  const update = (status: string) =>
    `updateCase(input: { caseInstanceId: "1001", categoryCode: "BILLING", typeCode: "REFUND", status: "${status}" }) {
      ... on UpdateCaseError { code }
    }`
  const lookup = '{ caseTypeCategories { caseTypeCode } }'
  const errors = true

  describe.each([
    ['an ordinary request', {}],
    ['an unusual request', { extensions: {} }],
  ])('over GraphQL, in %s', (_kind, members) => {
    test.each<[string, object, (string | true | undefined)[]]>([
      [`mutation { ${update('Open')} }`, olga, ['updateCase', 'ok', undefined]],
      [`mutation { ${update('x')} }`, olga, ['updateCase', 'InvalidName', undefined]],
      [`mutation { ok: ${update('Open')} wrong: ${update('x')} }`, olga, ['updateCase', 'InvalidName', undefined]],
      [lookup, paula, ['caseTypeCategories', 'ok', undefined]],
      [lookup, olga, ['caseTypeCategories', 'FORBIDDEN', errors]],
      [lookup, { ...paula, token: 'nobody' }, ['caseTypeCategories', 'UNAUTHENTICATED', errors]],
      ['{ junk }', paula, [undefined, 'GRAPHQL_VALIDATION_FAILED', errors]],
      ['{', paula, [undefined, 'GRAPHQL_PARSE_FAILED', errors]],
      ['{ __typename }', paula, ['introspection', 'ok', undefined]],
    ])('%s', async (query, caller, expected) => {
      const headers = credentialHeaders(caller as typeof olga)
      const body = JSON.stringify({ query, ...members })
      expect(await logged({ method: 'POST', path: '/graphql', headers, body })).toEqual([info, ...expected])
    })
  })

  test('over GraphQL, for a request that is not executed', async () => {
    const request = { method: 'POST', path: '/graphql', headers: credentialHeaders(paula) }
    expect(await logged({ ...request, body: '[' })).toEqual([info, undefined, 'BAD_USER_INPUT', errors])
    expect(await logged({ ...request, method: 'DELETE' })).toEqual([info, undefined, '405', errors])
  })
})

test('health probes are logged at level debug', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    for (const path of ['/livez', '/readyz']) expect((await logged({ method, path }))[0]).toBe(debug)
  }
  expect((await logged({ path: '/readyz/' }))[0]).toBe(info)
})
