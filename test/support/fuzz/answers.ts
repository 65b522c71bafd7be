import assert from 'node:assert/strict'
import type { WireAnswer, WireRequest } from './wire.ts'

/** Text that would reveal internals: stack traces, files, statements, database messages, Yoga's mask. */
const insides =
  /\bat .{1,80}:\d+:\d+|node_modules|file:\/\/|\/(?:src|tmp|home|root|work)\/|\.ts:\d|SQLSTATE|\bselect\b.+\bfrom\b|\binsert into\b|\bsyntax error at or near|\brelation "|\bconstraint "|invalid byte sequence|unsupported Unicode|TypeError|RangeError|Unexpected error|\[object Object\]/i

export function assertDiscreet({ body }: WireAnswer): void {
  assert.doesNotMatch(body, insides)
}

/**
 * Whether Node's parser rejected the request before Casegate received it. The response has no body, and the connection
 * is closed. Only requests that are not HTTP or too long are rejected like this.
 */
export function isRefusedByParser(
  { target, headers }: WireRequest,
  { status, headers: answered, body }: WireAnswer,
): boolean {
  if (answered['x-request-id'] !== undefined) return false
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length)
  const legal =
    size < 15_000 &&
    /^(?:[/*][\x21-\x7e]*|https?:\/\/[\w.]+(?:[/?][\x21-\x7e]*)?)$/i.test(target) &&
    headers.every(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  assert.ok(!legal, `Node answered ${status} itself.`)
  assert.ok([400, 417, 431].includes(status), `Node answered ${status}.`)
  assert.deepEqual([answered['connection'], body], ['close', ''])
  return true
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
