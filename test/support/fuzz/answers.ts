import assert from 'node:assert/strict'
import type { WireAnswer, WireRequest } from './wire.ts'

/** Text that would reveal internals: stack traces, files, statements, database messages, GraphQL's mask. */
const insides =
  /\bat .{1,80}:\d+:\d+|node_modules|file:\/\/|\/(?:src|tmp|home|root|work)\/|\.ts:\d|SQLSTATE|\bselect\b.+\bfrom\b|\binsert into\b|\bsyntax error at or near|\brelation "|\bconstraint "|invalid byte sequence|unsupported Unicode|TypeError|RangeError|Unexpected error|\[object Object\]/i

export function assertDiscreet({ body }: WireAnswer): void {
  assert.doesNotMatch(body, insides)
}

/** Whether the target is a URL without a valid host. Such a request has status 400, whatever its method and path. */
export function hasInvalidHost({ target }: WireRequest): boolean {
  const [beforePath] = /^https?:\/\/[^/?]*/i.exec(target) ?? []
  return beforePath !== undefined && !URL.canParse(beforePath)
}

/**
 * Whether the request was rejected because it is not HTTP or too long. The response is a problem document, whatever the
 * path, and the connection is closed.
 */
export function isRefusedByParser(
  { method, target, headers }: WireRequest,
  { status, headers: answered, body }: WireAnswer,
): boolean {
  const code = { 400: 'malformedRequest', 431: 'requestHeaderFieldsTooLarge' }[status]
  if (code === undefined || answered['connection'] !== 'close') return false
  // Every response to an upgrade closes the connection, also the problem documents of routes.
  const isLegal = isLegalRequest(target, headers)
  if (isLegal && headers.some(([name]) => name.toLowerCase() === 'upgrade')) return false
  assert.ok(!isLegal, `A legal request was refused with ${status}.`)
  assert.equal(answered['content-type'], 'application/problem+json')
  assert.match(answered['x-request-id'] ?? '', /./)
  if (method !== 'HEAD') assert.equal(asObject(JSON.parse(body), 'the document')['code'], code)
  return true
}

function isLegalRequest(target: string, headers: WireRequest['headers']): boolean {
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length)
  return (
    size < 15_000 &&
    /^(?:[/*][\x21-\x7e]*|https?:\/\/[\w.]+(?:[/?][\x21-\x7e]*)?)$/i.test(target) &&
    headers.every(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  )
}

/** Splits a request target, which may be an absolute URL. */
export function targetOf({ target }: Pick<WireRequest, 'target'>): { path: string; query: URLSearchParams } {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?')
  return { path: path || '/', query: new URLSearchParams(query.join('?')) }
}

export function asObject(value: unknown, what: string): Record<string, unknown> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is no object`)
  return value as Record<string, unknown>
}

/** Exactly these members with these types. `?` marks a member that may be missing or null. */
export function assertMembers(value: unknown, members: Record<string, string>, what: string): Record<string, unknown> {
  const object = asObject(value, what)
  for (const name of Object.keys(object)) assert.ok(Object.hasOwn(members, name), `${what} has ${name}`)
  for (const [name, type] of Object.entries(members)) {
    const member = object[name] ?? undefined
    if (type.endsWith('?') && member === undefined) continue
    assert.equal(typeof member, type.replace('?', ''), `${what}.${name}`)
  }
  return object
}
