import assert from 'node:assert/strict'
import { createCaseErrors } from '../../../src/cases/case.errors.ts'
import { assertConforms } from '../openapi-conformance.ts'
import { asObject, assertDiscreet, assertMembers, isRefusedByParser, targetOf } from './answers.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

interface Operation {
  allow: string
  /** The allowed codes of each status. */
  codes: Record<number, readonly string[]>
}

const anyBody = { 413: ['payloadTooLarge'], 415: ['unsupportedMediaType'] }
const caller = { 401: ['unauthenticated'] }
const keyed = { 409: ['conflict'] }
const versioned = { ...keyed, 412: ['preconditionFailed'] }

const create: Operation = {
  allow: 'POST, OPTIONS',
  codes: {
    ...anyBody,
    ...caller,
    ...keyed,
    400: [...Object.keys(createCaseErrors), 'malformedRequest'],
    403: ['forbidden'],
  },
}
const update: Operation = {
  allow: 'PUT, OPTIONS',
  codes: {
    ...anyBody,
    ...caller,
    ...versioned,
    400: [
      'invalidId',
      'CodeRequired',
      'CategorySystemNode',
      'InvalidCode',
      'InvalidName',
      'invalidCaseField',
      'malformedRequest',
    ],
    403: ['forbidden'],
  },
}
const assign: Operation = {
  allow: 'PUT, OPTIONS',
  codes: {
    ...anyBody,
    ...caller,
    ...versioned,
    400: [
      'invalidId',
      'invalid',
      'missing',
      'operatorNotValid',
      'blocked',
      'isNotAuthorized',
      'invalidName',
      'malformedRequest',
    ],
  },
}
const lookup: Operation = {
  allow: 'GET, HEAD, OPTIONS',
  codes: { ...caller, 400: ['malformedRequest'], 403: ['forbidden'] },
}
const health: Operation = { allow: 'GET, HEAD, OPTIONS', codes: {} }
const start: Operation = { allow: 'GET, HEAD, OPTIONS', codes: {} }
const server: Operation = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', codes: {} }

function operationOf(path: string, method: string): Operation | undefined {
  if (path === '*' && method === 'OPTIONS') return server
  if (path === '/') return start
  if (path === '/livez' || path === '/readyz') return health
  if (path === '/api/v4/cases/typecategory') return lookup
  if (path === '/api/v4/cases') return create
  if (/^\/api\/v4\/cases\/[^/]+\/assignment$/.test(path)) return assign
  return /^\/api\/v4\/cases\/[^/]+$/.test(path) ? update : undefined
}

/** Throws if the REST API must not return this response to the request. */
export function assertRestAnswer(request: WireRequest, answer: WireAnswer | null): void {
  assert.ok(answer, 'The connection was closed without an answer.')
  if (isRefusedByParser(request, answer)) return
  const { status, headers, body } = answer
  assertDiscreet(answer)
  assertConforms(request, answer)
  const operation = operationOf(targetOf(request).path, request.method)
  const methods = operation?.allow.split(', ') ?? []

  if (!operation) assert.equal(status, 404)
  else if (!methods.includes(request.method)) assert.equal(status, 405)
  else if (request.method === 'OPTIONS') assert.equal(status, 204)
  if (status === 204 || status === 405) assert.equal(headers['allow'], operation?.allow)
  if (status === 401) assert.equal(headers['www-authenticate'], 'Service-Token')
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    assert.equal(body, '')
    assert.ok(status !== 304 || operation === lookup || operation === start)
    return
  }
  if (status === 404) assertProblem(answer, ['notFound'])
  else if (status === 405) assertProblem(answer, ['methodNotAllowed'])
  else if (operation && status < 300) assertSuccess(operation, answer)
  else assertProblem(answer, operation?.codes[status] ?? [])
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

function assertSuccess(operation: Operation, { status, headers, body }: WireAnswer): void {
  if (operation === start && headers['content-type'] === 'text/html; charset=utf-8')
    return assert.match(body, /^<!doctype html>/)
  assert.deepEqual(
    [status, headers['content-type']],
    [operation === lookup || operation === start || operation === health ? 200 : 201, 'application/json'],
  )
  const answer = asObject(JSON.parse(body), 'the answer')
  if (operation === start) return void assert.equal(answer['graphql'], '/graphql')
  if (operation === health) return assert.deepEqual(answer, { status: 'ok' })
  if (operation === lookup) {
    assertMembers(answer, { caseTypeCategories: 'object' }, 'the answer')
    const texts = {
      caseTypeCode: 'string',
      caseTypeName: 'string',
      caseCategoryCode: 'string',
      caseCategoryName: 'string',
    }
    const records = answer['caseTypeCategories'] as unknown[]
    for (const record of records) assertMembers(record, { ...texts, defaultAnswer: 'string?' }, 'a record')
    return
  }
  assertMembers(answer, { context: 'object', case: 'object' }, 'the answer')
  const { simpleProfile } = assertMembers(answer['context'], { simpleProfile: 'object' }, 'the context')
  assertMembers(simpleProfile, { firstname: 'string', email: 'string' }, 'the profile')
  const fields = { id: 'number', categoryCode: 'string', typeCode: 'string', status: 'string', resolution: 'string' }
  assertMembers(answer['case'], fields, 'the case')
}

/** The comments that a response acknowledges, as they were sent. */
export function acceptedComments({ target, body }: WireRequest, { status }: WireAnswer): string[] {
  if (status !== 201 || !body || targetOf({ target }).query.get('dryRun') === 'true') return []
  const { comments } = JSON.parse(new TextDecoder().decode(body)) as { comments?: (string | { text: string })[] | null }
  return Array.isArray(comments)
    ? comments.map((comment) => (typeof comment === 'string' ? comment : comment.text).trim())
    : []
}
