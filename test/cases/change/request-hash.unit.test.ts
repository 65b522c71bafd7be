import { describe, expect, test } from 'vitest'
import { canonicalText, keyedRequest, requestHash } from '../../../src/mutation/keyed-request.ts'

describe('the canonical text of a value', () => {
  test.each<[what: string, one: string, other: string]>([
    ['the order of members', '{"a": 1, "b": {"c": 2, "d": 3}}', '{"b": {"d": 3, "c": 2}, "a": 1}'],
    ['the form of numbers', '[1, 1.5, 100, 0]', '[1.0, 1.50, 1e2, -0]'],
    ['escapes', '"\\u0041"', '"A"'],
  ])('ignores %s', (_what, one, other) => {
    expect(canonicalText(JSON.parse(one))).toBe(canonicalText(JSON.parse(other)))
  })

  test.each<[one: unknown, other: unknown]>([
    [1, '1'],
    [null, 'null'],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[[1], 2], [[1, 2]]],
    [['a', 'b'], ['a,b']],
    [
      ['a', ['b']],
      ['a', '[', 'b', ']'],
    ],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, b: 2 }, { a: { b: 2 } }],
    [{ a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
    [{ a: null }, {}],
    ['\ud800', '\ud801'],
    [JSON.parse('{"__proto__": 1}'), {}],
  ])('differs for %j and %j', (one, other) => {
    expect(canonicalText(one)).not.toBe(canonicalText(other))
  })

  test.each<[open: string, close: string]>([
    ['[', ']'],
    ['{"a":', '}'],
  ])('exists for 100,000 nested values: %s', (open, close) => {
    const nested = (value: string) => JSON.parse(open.repeat(100_000) + value + close.repeat(100_000)) as unknown
    expect(canonicalText(nested('1'))).toBe(canonicalText(nested('1.0')))
    expect(canonicalText(nested('1'))).not.toBe(canonicalText(nested('2')))
  })

  test('exists for an array with 200,000 items', () => {
    expect(canonicalText(Array.from({ length: 200_000 }, () => 1))).toHaveLength(400_003)
  })
})

describe('the hash of a request', () => {
  test('covers the operation', () => {
    expect(requestHash('editComment', { a: 1 })).not.toBe(requestHash('removeComment', { a: 1 }))
  })

  test('takes null for absent, except within a value', () => {
    expect(requestHash('updateCase', { a: 1, b: null })).toBe(requestHash('updateCase', { a: 1, b: undefined }))
    expect(requestHash('patchCase', { patch: { a: null } })).not.toBe(requestHash('patchCase', { patch: {} }))
  })
})

test('what is requested is not read before its hash is needed', () => {
  let reads = 0
  const requested = () => ({ reads: ++reads })
  const keyed = keyedRequest('00', { idempotencyKey: 'key' }, 'updateCase', requested)
  expect([reads, keyed?.requestHash, keyed?.requestHash, reads]).toEqual([0, expect.any(String), keyed?.requestHash, 1])
})
