import assert from 'node:assert/strict'
import { asObject, assertDiscreet, assertMembers, hasInvalidHost, isRefusedByParser } from './answers.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

const codes =
  /^(?:BAD_USER_INPUT|UNAUTHENTICATED|FORBIDDEN|CONFLICT|PRECONDITION_FAILED|PAYLOAD_TOO_LARGE|UNSUPPORTED_MEDIA_TYPE|GRAPHQL_(?:PARSE|VALIDATION)_FAILED)$/
const allow = 'GET, HEAD, POST, OPTIONS'

/** Throws if /graphql must not return this response to the request. */
export function assertGraphqlAnswer(request: WireRequest, answer: WireAnswer | null): void {
  assert.ok(answer, 'The connection was closed without an answer.')
  if (isRefusedByParser(request, answer)) return
  const { status, headers, body } = answer
  assertDiscreet(answer)
  assert.equal(headers['cache-control'], 'no-store')
  if (hasInvalidHost(request)) assert.equal(status, 400)
  else if (request.method === 'OPTIONS') return assert.deepEqual([status, headers['allow'], body], [204, allow, ''])
  else if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    assert.deepEqual([status, headers['allow']], [405, allow])
  } else if (status === 405) {
    assert.deepEqual([request.method === 'POST', headers['allow']], [false, 'POST'])
  }
  // 401 is for long bodies, which are not read before their credentials are accepted.
  assert.ok([200, 400, 401, 405, 406, 413, 415].includes(status), `the status is ${status}`)
  if (request.method === 'HEAD') return assert.equal(body, '')
  for (const text of documentsIn(answer)) assertResult(status, asObject(JSON.parse(text), 'the result'))
}

/** The JSON of a response, including streams and multipart responses. */
function documentsIn({ headers, body }: WireAnswer): string[] {
  const [type] = (headers['content-type'] ?? '').split(';')
  // Split at line feeds only. In a regular expression, lines also end at U+2028, which JSON strings may contain.
  const lines = body.split(/\r?\n/)
  if (type === 'text/event-stream')
    return lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
  if (type === 'multipart/mixed') return lines.filter((line) => line.startsWith('{'))
  assert.ok(type === 'application/json' || type === 'application/graphql-response+json', `the type is ${type}`)
  return [body]
}

function assertResult(status: number, result: Record<string, unknown>): void {
  const { data, errors, extensions, ...others } = result
  assert.deepEqual(Object.keys(others), [])
  for (const [name, excess] of Object.entries(asObject(extensions ?? {}, 'the extensions'))) assertExcess(name, excess)
  assert.ok(data !== undefined || errors !== undefined, 'neither data nor errors')
  if (status !== 200) assert.equal(data, undefined)
  if (errors === undefined) return
  assert.ok(Array.isArray(errors) && errors.length > 0, 'errors is no list of some')
  for (const item of errors) {
    const { message, locations: _, path: __, extensions, ...rest } = asObject(item, 'an error')
    assert.deepEqual([typeof message, Object.keys(rest)], ['string', []])
    const { code, problems, ...more } = asObject(extensions, `the extensions of "${String(message)}"`)
    assert.match(String(code), codes, `the code of "${String(message)}" is ${String(code)}`)
    const ofConflict = { currentVersion: 'number', changedFields: 'object?', commentsAdded: 'number?' }
    if (code === 'PRECONDITION_FAILED') assertMembers(more, ofConflict, 'a conflict')
    else for (const [name, excess] of Object.entries(more)) assertExcess(name, excess)
    assertProblems(problems)
  }
}

/** The problems with their locations in the input, if the error has any. */
function assertProblems(problems: unknown): void {
  if (problems === undefined) return
  assert.ok(Array.isArray(problems) && problems.length > 0, 'problems is no list of some')
  for (const problem of problems) {
    const { path } = assertMembers(problem, { message: 'string', path: 'object' }, 'a problem')
    assert.ok(Array.isArray(path) && path.every((step) => typeof step === 'string'), 'the path is no list of strings')
  }
}

/** The amounts that a document requests of bounded resources. */
function assertExcess(name: string, excess: unknown): void {
  assert.match(name, /^(?:depth|aliases|directives|tokens|cost)$/)
  assertMembers(excess, { requested: 'number', maximum: 'number' }, name)
}
