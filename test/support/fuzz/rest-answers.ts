import assert from 'node:assert/strict'
import { requestErrors } from '../../../src/errors/request-errors.ts'
import { routes } from '../../../src/routes.ts'
import { assertConforms } from '../openapi/conformance.ts'
import { asObject, assertDiscreet, hasInvalidHost, isRefusedByParser, targetOf } from './answers.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

const statuses = new Map<unknown, number>([
  ...Object.values(requestErrors).map(({ rest, status }) => [rest, status] as const),
  ['notFound', 404],
  ['methodNotAllowed', 405],
])
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** The methods of a path. None if it does not exist. */
function methodsOf(path: string): string[] {
  const first = routes.find((route) => patternOf(route.path).test(path))
  const methods = routes.filter((route) => route.path === first?.path).map(({ method }) => method as string)
  if (/^\/(?:livez|readyz)?$/.test(path)) methods.push('GET')
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** Throws if the REST API must not return this response to the request. openapi.json describes those of the routes. */
export function assertRestAnswer(request: WireRequest, answer: WireAnswer | null): void {
  assert.ok(answer, 'The connection was closed without an answer.')
  if (isRefusedByParser(request, answer)) return
  const { status, headers, body } = answer
  const { method } = request
  const { path } = targetOf(request)
  assertDiscreet(answer)
  assertConforms(request, answer)
  if (hasInvalidHost(request)) assert.equal(status, 400)
  else if (path === '*' && method === 'OPTIONS')
    assert.equal(headers['allow'], 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  else assertRouted(method, methodsOf(path), answer)
  if (method === 'HEAD' || status === 204 || status === 304) assert.equal(body, '')
  else if (status >= 400) assertProblem(answer)
  else if (!path.startsWith('/api/')) assertPage(path, answer)
}

function assertRouted(method: string, methods: string[], { status, headers }: WireAnswer): void {
  if (methods.length === 0) return assert.equal(status, 404)
  if (method === 'OPTIONS') assert.equal(status, 204)
  else if (!methods.includes(method)) assert.equal(status, 405)
  else return
  assert.equal(headers['allow'], [...methods, 'OPTIONS'].join(', '))
}

function assertProblem({ status, headers, body }: WireAnswer): void {
  assert.equal(headers['content-type'], 'application/problem+json')
  const { type, code, detail, problems, requestId, ...rest } = asObject(JSON.parse(body), 'the problem document')
  assert.deepEqual([rest['status'], statuses.get(code) ?? 400], [status, status])
  assert.deepEqual([type, requestId], [`urn:casegate:problem:${code}`, headers['x-request-id']])
  if (status === 401) assert.equal(headers['www-authenticate'], 'Service-Token')
  const [first] = problems as { code: string; detail: string }[]
  assert.deepEqual([first?.code, first?.detail], [code, detail])
  for (const { pointer = '#' } of problems as { pointer?: string }[])
    assert.match(pointer, /^#(?:\/(?:[\w.~!$&'()*+,;=:@?-]|%[0-9A-F]{2})*)*$/)
}

function assertPage(path: string, { headers, body }: WireAnswer): void {
  if (headers['content-type'] === 'text/html; charset=utf-8') return assert.match(body, /^<!doctype html>/)
  assert.equal(headers['content-type'], 'application/json')
  const { status, graphql } = asObject(JSON.parse(body), 'the answer')
  assert.deepEqual([status, graphql], path === '/' ? [undefined, '/graphql'] : ['ok', undefined])
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
