import { expect, test } from 'vitest'
import { jsonSize } from '../../../src/response-memory/json-size.ts'

const long = 100
test.each([
  [null],
  [12.5],
  ['text'],
  ['字'.repeat(long)],
  ['\u0001"'.repeat(long)],
  [[]],
  [{}],
  [{ a: [1, { b: null, ü: true }], c: 'x', d: [] }],
  [{ at: new Date(0) }],
])('the size of %j is that of its JSON', (value) => {
  expect(jsonSize(value, 1_000_000)).toBe(Buffer.byteLength(JSON.stringify(value)))
})

test('nothing is read above the maximum', () => {
  const value = [
    'x'.repeat(long),
    {
      get unread(): string {
        throw new Error('It was read.')
      },
    },
  ]
  expect(jsonSize(value, 50)).toBeGreaterThan(50)
})
