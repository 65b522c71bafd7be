import { describe, expect, test } from 'vitest'
import { credentialHeaders, type Credentials, olga, paula } from '../support/requests/credentials.ts'
import { problemOf, sendRaw } from '../support/requests/http.ts'
import { useServer } from '../support/server/server.ts'

const server = useServer()

interface Request {
  method: string
  id: string
  /** Appended to the path. */
  suffix: string
  query: Record<string, string>
  type: string
  caller: Credentials | undefined
  body: object | string
}

/** A check, and the part of a request that violates it. */
type Check = [code: string, violation: (request: Request) => Partial<Request>]

const sized = (body: Request['body'], bytes: number) =>
  typeof body === 'string' ? body.padEnd(bytes, 'x') : { ...body, padding: 'x'.repeat(bytes) }
const text = (body: Request['body']) => (typeof body === 'string' ? body : JSON.stringify(body))
const having = (members: object) => (request: Request) => ({ body: { ...(request.body as object), ...members } })
const without = (name: string) => (request: Request) => {
  const { [name]: _, ...body } = request.body as Record<string, unknown>
  return { body }
}

const notFound: Check = ['notFound', () => ({ suffix: '/nothing' })]
const noCredentials: Check = ['unauthenticated', () => ({ caller: undefined })]
const contradiction: Check = ['unauthenticated', () => ({ query: { token: 'another' } })]
const unknownToken: Check = ['unauthenticated', ({ caller = olga }) => ({ caller: { ...caller, token: 'unknown' } })]
const wrongType: Check = ['unsupportedMediaType', () => ({ type: 'text/plain' })]
const tooLarge: Check = ['payloadTooLarge', ({ body }) => ({ body: sized(body, 256 * 1024 + 1) })]
const noJson: Check = ['malformedRequest', ({ body }) => ({ body: `${text(body)}}` })]
const unknownCase: Check = ['invalidId', () => ({ id: '999999' })]
const post: Check = ['methodNotAllowed', () => ({ method: 'POST' })]
const ofEveryChange = [post, noCredentials, contradiction, wrongType, tooLarge, noJson]
const internal = { comments: [{ text: 'x', internal: true }] }
const operations: [string, Request, Check[]][] = [
  [
    'updateCase',
    { ...changeOf({ categoryCode: 'BILLING', typeCode: 'REFUND', comments: [] }), suffix: '' },
    [
      notFound,
      ...ofEveryChange,
      ['malformedRequest', having({ comments: [''] })],
      unknownToken,
      ['forbidden', (request) => ({ caller: paula, ...having(internal)(request) })],
      unknownCase,
      ['CodeRequired', without('typeCode')],
      ['CategorySystemNode', having({ categoryCode: 'SYSTEM' })],
      ['InvalidName', having({ status: 'Nothing' })],
    ],
  ],
  [
    'updateCase with a wrong type',
    { ...changeOf({ categoryCode: 'BILLING', typeCode: 'REFUND' }), suffix: '' },
    [
      unknownCase,
      ['CodeRequired', without('categoryCode')],
      ['InvalidCode', having({ typeCode: 'NOTHING' })],
      ['InvalidName', having({ resolution: 'Nothing' })],
      ['invalidCaseField', having({ caseData: {} })],
    ],
  ],
  [
    'assignCase',
    { ...changeOf({ email: 'olga@example.com' }), suffix: '/assignment' },
    [
      ['notFound', () => ({ suffix: '/assignment/nothing' })],
      ...ofEveryChange,
      unknownToken,
      unknownCase,
      ['invalid', having({ groupName: 'Billing team' })],
      ['operatorNotValid', having({ email: 'nobody@example.com' })],
    ],
  ],
  [
    'caseTypeCategories',
    { ...changeOf({}), method: 'GET', id: 'typecategory', suffix: '', caller: paula },
    [
      notFound,
      ['methodNotAllowed', () => ({ method: 'PUT' })],
      noCredentials,
      contradiction,
      ['malformedRequest', ({ query }) => ({ query: { ...query, visibility: 'none' } })],
      unknownToken,
      ['forbidden', () => ({ caller: olga })],
    ],
  ],
]

function changeOf(body: object) {
  return { method: 'PUT', id: '1001', query: {}, type: 'application/json', caller: olga, body }
}

/** The code of the response, or none. The earlier violation is applied last. */
async function codeOf(request: Request, ...violations: Check[]): Promise<string | undefined> {
  const { method, id, suffix, query, type, caller, body } = violations.reduceRight<Request>(
    (before, [, violation]) => ({ ...before, ...violation(before) }),
    request,
  )
  const answer = await sendRaw(server.url, {
    method,
    path: `/api/v4/cases/${id}${suffix}?${new URLSearchParams(query)}`,
    headers: { 'content-type': type, ...(caller && credentialHeaders(caller)) },
    body: text(body),
  })
  return answer.status < 400 ? undefined : problemOf(answer).code
}

describe.each(operations)('%s', (_operation, request, checks) => {
  test('accepts the request that violates no check', async () => expect(await codeOf(request)).toBeUndefined())

  test.each(checks)('reports %s', async (...check) => expect(await codeOf(request, check)).toBe(check[0]))

  const pairs = checks.slice(1).map((later, index) => [checks[index]![0], later[0], checks[index]!, later] as const)
  test.each(pairs)('reports %s before %s', async (code, _later, ...violations) => {
    expect(await codeOf(request, ...violations)).toBe(code)
  })
})

test('without credentials, GraphQL executes a body of 16 KiB and rejects a longer one', async () => {
  const send = (bytes: number, caller?: Credentials) =>
    sendRaw(server.url, {
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', ...(caller && credentialHeaders(caller)) },
      body: '{"query":"{__typename}"}'.padEnd(bytes),
    })
  expect(JSON.parse((await send(16 * 1024)).body).data).toEqual({ __typename: 'Query' })
  const { status, body } = await send(16 * 1024 + 1)
  const message = 'The body must be at most 16384 bytes without credentials.'
  expect([status, JSON.parse(body).errors[0]]).toEqual([413, { message, extensions: { code: 'PAYLOAD_TOO_LARGE' } }])
  expect([(await send(256 * 1024, olga)).status, (await send(256 * 1024 + 1, olga)).status]).toEqual([200, 413])
})
