import assert from 'node:assert/strict'
import { bodyTypesOf, type Route } from '../../../src/rest/route.ts'
import { routes } from '../../../src/routes.ts'
import { assertConforms } from '../openapi/conformance.ts'
import { asObject, assertDiscreet, assertMembers, hasInvalidHost, isRefusedByParser, targetOf } from './answers.ts'
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

function codesOf(route: Route): Codes {
  const { method, path, openapi } = route
  const namesCase = path.includes(':caseInstanceId')
  if (method === 'GET') return namesCase ? ofCase : read
  return {
    ...caller,
    ...(bodyTypesOf(route).length > 0 && { 413: ['payloadTooLarge'], 415: ['unsupportedMediaType'] }),
    400: [...Object.keys(openapi.errors), 'malformedRequest'],
    403: ['forbidden'],
    409: ['conflict'],
    ...(namesCase && { 412: ['preconditionFailed'] }),
  }
}

const outsideApi = /^\/(?:livez|readyz)?$/
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

const server: Path = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', codes: {}, isRead: false }

/** The first route that the path matches. */
const routeOf = (path: string) => routes.find((route) => patternOf(route.path).test(path))

function pathOf(path: string, method: string): Path | undefined {
  if (path === '*' && method === 'OPTIONS') return server
  const sharing = routes.filter((route) => route.path === routeOf(path)?.path)
  if (sharing.length === 0 && !outsideApi.test(path)) return undefined
  const codes = Object.fromEntries(
    sharing.length === 0 ? [['GET', {}]] : sharing.map((route) => [route.method, codesOf(route)]),
  )
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
  if (hasInvalidHost(request)) {
    assert.equal(status, 400)
    return request.method === 'HEAD' ? assert.equal(body, '') : assertProblem(answer, ['malformedRequest'])
  }
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
  const route = routes.find((each) => each.method === method && each.path === routeOf(path)?.path)
  assert.deepEqual([status, type], [route?.openapi.status ?? 200, 'application/json'])
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
