import assert from 'node:assert/strict'
import {
  addCommentsErrors,
  assignCaseErrors,
  commentErrors,
  createCaseErrors,
  takeNextCaseErrors,
  unassignCaseErrors,
  updateCaseErrors,
} from '../../../src/cases/case.errors.ts'
import type { ErrorTable } from '../../../src/errors.ts'
import { assertConforms } from '../openapi/conformance.ts'
import { asObject, assertDiscreet, assertMembers, isRefusedByParser, targetOf } from './answers.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The allowed codes of each status, by method. */
type Codes = Record<number, readonly string[]>

interface Path {
  allow: string
  codes: Partial<Record<string, Codes>>
  /** Whether GET is a part of the API. */
  isRead: boolean
}

const caller = { 401: ['unauthenticated'] }
const read = { ...caller, 400: ['malformedRequest'], 403: ['forbidden'] }
const ofCase = { ...read, 404: ['notFound'] }

/** The codes of a change, including the codes of the operation. */
function change(table: ErrorTable, { hasBody = true, isVersioned = true } = {}): Codes {
  return {
    ...caller,
    ...(hasBody && { 413: ['payloadTooLarge'], 415: ['unsupportedMediaType'] }),
    400: [...Object.keys(table), 'malformedRequest'],
    403: ['forbidden'],
    409: ['conflict'],
    ...(isVersioned && { 412: ['preconditionFailed'] }),
  }
}

const cases = '/api/v4/cases'
const bodiless = { hasBody: false }
const methodsByPath: [RegExp, Partial<Record<string, Codes>>][] = [
  [/^\/(?:livez|readyz)?$/, { GET: {} }],
  [/^\/api\/v4\/(?:viewer|statuses|resolutions|operators|groups)$/, { GET: read }],
  [/^\/cases$/, { GET: read, POST: change(createCaseErrors, { isVersioned: false }) }],
  [/^\/cases\/typecategory$/, { GET: read }],
  [/^\/cases\/take-next$/, { POST: change(takeNextCaseErrors, { isVersioned: false }) }],
  [/^\/cases\/[^/]+$/, { GET: ofCase, PUT: change(updateCaseErrors), PATCH: change(updateCaseErrors) }],
  [/^\/cases\/[^/]+\/assignment$/, { PUT: change(assignCaseErrors), DELETE: change(unassignCaseErrors, bodiless) }],
  [/^\/cases\/[^/]+\/comments$/, { GET: ofCase, POST: change(addCommentsErrors) }],
  [/^\/cases\/[^/]+\/(?:history|form|assignable-(?:operators|groups))$/, { GET: ofCase }],
  [
    /^\/cases\/[^/]+\/comments\/[^/]+$/,
    { GET: ofCase, PATCH: change(commentErrors), DELETE: change(commentErrors, bodiless) },
  ],
]

const server: Path = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', codes: {}, isRead: false }

function pathOf(path: string, method: string): Path | undefined {
  if (path === '*' && method === 'OPTIONS') return server
  const own = path.startsWith(`${cases}/`) || path === cases ? path.slice('/api/v4'.length) : path
  const [, codes] = methodsByPath.find(([pattern]) => pattern.test(own)) ?? []
  // Paths outside the API do not start with its prefix.
  if (!codes || (own === path && own.startsWith('/cases'))) return undefined
  const methods = Object.keys(codes).flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  return { allow: [...methods, 'OPTIONS'].join(', '), codes, isRead: path.startsWith('/api/') && 'GET' in codes }
}

/** Throws if the REST API must not return this response to the request. */
export function assertRestAnswer(request: WireRequest, answer: WireAnswer | null): void {
  assert.ok(answer, 'The connection was closed without an answer.')
  if (isRefusedByParser(request, answer)) return
  const { status, headers, body } = answer
  assertDiscreet(answer)
  assertConforms(request, answer)
  const { path } = targetOf(request)
  const known = pathOf(path, request.method)
  const methods = known?.allow.split(', ') ?? []

  if (!known) assert.equal(status, 404)
  else if (!methods.includes(request.method)) assert.equal(status, 405)
  else if (request.method === 'OPTIONS') assert.equal(status, 204)
  if (status === 204 || status === 405) assert.equal(headers['allow'], known?.allow)
  if (status === 401) assert.equal(headers['www-authenticate'], 'Service-Token')
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    assert.equal(body, '')
    assert.ok(status !== 304 || known?.isRead || path === '/')
    return
  }
  if (status === 404) assertProblem(answer, ['notFound'])
  else if (status === 405) assertProblem(answer, ['methodNotAllowed'])
  else if (status < 300) assertSuccess(path, request.method, answer)
  else assertProblem(answer, known?.codes[request.method]?.[status] ?? [])
}

function assertProblem({ status, headers, body }: WireAnswer, codes: readonly string[]): void {
  assert.equal(headers['content-type'], 'application/problem+json')
  const members = {
    type: 'string',
    title: 'string',
    status: 'number',
    detail: 'string',
    code: 'string',
    problems: 'object',
    requestId: 'string',
    currentVersion: 'number?',
    changedFields: 'object?',
  }
  const document = assertMembers(JSON.parse(body), members, 'the problem document')
  const code = String(document['code'])
  assert.ok(codes.includes(code), `${status} came with ${code}`)
  assert.deepEqual([document['type'], document['status']], [`urn:casegate:problem:${code}`, status])
  assert.equal(document['requestId'], headers['x-request-id'])
  const problems = document['problems'] as unknown[]
  assert.ok(problems.length > 0)
  for (const problem of problems) {
    const listed = assertMembers(
      problem,
      { code: 'string', detail: 'string', pointer: 'string?', parameter: 'string?' },
      'a problem',
    )
    assert.ok(codes.includes(String(listed['code'])), `a problem is ${String(listed['code'])}`)
    assert.match(String(listed['pointer'] ?? '#'), /^#(?:\/(?:[\w.~!$&'()*+,;=:@?-]|%[0-9A-F]{2})*)*$/)
  }
  const [first] = problems as { code: string; detail: string }[]
  assert.deepEqual([first?.code, first?.detail], [code, document['detail']])
}

function assertSuccess(path: string, method: string, { status, headers, body }: WireAnswer): void {
  const type = headers['content-type']
  if (path === '/' && type === 'text/html; charset=utf-8') return assert.match(body, /^<!doctype html>/)
  const isCreation = method === 'PUT' || (method === 'POST' && path !== `${cases}/take-next`)
  assert.deepEqual([status, type], [isCreation ? 201 : 200, 'application/json'])
  const answer = asObject(JSON.parse(body), 'the answer')
  if (path === '/') return void assert.equal(answer['graphql'], '/graphql')
  if (path.startsWith('/api/')) return
  assert.deepEqual(answer, { status: 'ok' })
}

const isChange = /^(?:PUT|POST|PATCH)$/

/** The comments that a response acknowledges, as they were sent. */
export function acceptedComments({ method, target, body }: WireRequest, { status }: WireAnswer): string[] {
  if (status >= 300 || !body || !isChange.test(method) || targetOf({ target }).query.get('dryRun') === 'true') return []
  const { comments } = JSON.parse(new TextDecoder().decode(body)) as { comments?: (string | { text: string })[] | null }
  return Array.isArray(comments)
    ? comments.map((comment) => (typeof comment === 'string' ? comment : comment.text).trim())
    : []
}
