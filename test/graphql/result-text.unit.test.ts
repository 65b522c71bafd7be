import { expect, test } from 'vitest'
import { dataBytes, resultText } from '../../src/graphql/result-text.ts'

const long = 100

test.each([
  [{ a: null, b: 12.5, c: 'text' }],
  [{ a: '字'.repeat(long), ü: '\u0001"'.repeat(long) }],
  [{ a: [1, { b: null, ü: true }], c: [], d: {}, at: new Date(0) }],
])('the size of %j is that of its JSON', (data) => {
  for (const maximum of [1_000_000, undefined]) {
    const result = { data }
    expect(dataBytes(result, maximum)).toBe(Buffer.byteLength(JSON.stringify(data)))
    expect(resultText(result)).toBe(JSON.stringify(result))
  }
})

test('nothing is read above the maximum', () => {
  const data = {
    long: 'x'.repeat(long),
    get unread(): string {
      throw new Error('It was read.')
    },
  }
  // The getter of an item is called when the item is reached.
  expect(dataBytes({ data: { items: ['x'.repeat(long), data] } }, 50)).toBe(Infinity)
})
