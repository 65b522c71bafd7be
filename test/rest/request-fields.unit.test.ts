import { describe, expect, test } from 'vitest'
import { preferredHandling } from '../../src/rest/request-fields.ts'

describe('preferredHandling', () => {
  test.each<[string, string | undefined]>([
    ['handling=strict', 'strict'],
    ['handling=lenient', 'lenient'],
    ['Handling=STRICT', 'strict'],
    [' handling = strict ', 'strict'],
    ['handling="strict"', 'strict'],
    ['handling="str\\ict"', 'strict'],
    ['handling=strict; reason="a, b"', 'strict'],
    ['return=minimal, handling=strict', 'strict'],
    ['respond-async,, wait=10;x, handling=strict', 'strict'],
    ['foo="a, handling=lenient", handling=strict', 'strict'],
    ['foo; handling=lenient, handling=strict', 'strict'],
    ['handling=strict, handling=lenient', 'strict'],
    ['handling=lenient, handling=strict', 'lenient'],
    ['handling, handling=strict', undefined],
    ['handling=other, handling=strict', undefined],
    ['handling=""', undefined],
    ['handling=strictly', undefined],
    ['handling=strict lenient', undefined],
    ['handling-x=strict', undefined],
    ['xhandling=strict', undefined],
    ['return=minimal', undefined],
    ['foo="handling=strict', undefined],
    ['"', undefined],
    ['', undefined],
  ])('%j is %s', (header, expected) => expect(preferredHandling(header)).toBe(expected))

  test('is fast for a long header', () => {
    for (const part of ['"', '\\', '"\\', ',', 'handling ', '; "', '=']) {
      expect(preferredHandling(part.repeat(16_000 / part.length))).toBeUndefined()
    }
  })
})
