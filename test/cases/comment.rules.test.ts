import { describe, expect, it } from 'vitest'
import { checkComments } from '../../src/cases/comment.rules.ts'
import { RequestError } from '../../src/errors.ts'

function texts(...sent: string[]): string[] {
  return checkComments(sent.map((text) => ({ text }))).map(({ text }) => text)
}

describe('checkComments takes', () => {
  it.each<[string, string, string]>([
    ['a text as it is', 'Hello,\n\tworld', 'Hello,\n\tworld'],
    ['a text without the white space at its ends', ' \n x  y \u00a0', 'x  y'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['10,000 characters of two code units each', '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['10,000 characters beside white space', ` ${'x'.repeat(10_000)} `, 'x'.repeat(10_000)],
  ])('%s', (_claim, sent, stored) => {
    expect(texts(sent)).toEqual([stored])
  })

  it('nothing at all', () => {
    expect([checkComments(undefined), checkComments(null), checkComments([])]).toEqual([[], [], []])
  })

  it('50 at once, in their order', () => {
    const sent = Array.from({ length: 50 }, (_, index) => `${index}`)
    expect(texts(...sent)).toEqual(sent)
  })

  it('one without a word on who may read it as not internal', () => {
    const sent = [{ text: 'a' }, { text: 'b', internal: null }, { text: 'c', internal: true }]
    expect(checkComments(sent).map(({ internal }) => internal)).toEqual([false, false, true])
  })
})

describe('checkComments refuses', () => {
  it.each<[string, string]>([
    ['an empty text', ''],
    ['white space alone', ' \t\n'],
    ['10,001 characters', 'x'.repeat(10_001)],
    ['10,001 characters of two code units each', '😀'.repeat(10_001)],
    ['a NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('%s', (_claim, sent) => {
    expect(() => texts('fine', sent)).toThrow(RequestError)
    expect(() => texts('fine', sent)).toThrow(/^comments\[1\]\.text must /)
  })

  it('51 at once', () => {
    expect(() => texts(...Array<string>(51).fill('x'))).toThrow('comments must contain at most 50 items.')
  })

  it('with the code of malformed input', () => {
    expect(() => texts('')).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }))
  })
})
