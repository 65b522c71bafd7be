import { describe, expect, it } from 'vitest'
import { checkComments } from '../../../src/cases/values/comment.rules.ts'
import { RequestError } from '../../../src/errors/request-error.ts'

function texts(...sent: string[]): string[] {
  return checkComments(sent.map((text) => ({ text }))).map(({ text }) => text)
}

/** The locations of the problems. */
function problemsOf(sent: unknown): string[][] {
  try {
    checkComments(sent)
  } catch (error) {
    if (error instanceof RequestError) return (error.problems ?? []).map((each) => ('path' in each ? each.path : []))
  }
  throw new Error('The comments were accepted.')
}

describe('checkComments accepts', () => {
  it.each<[string, string, string]>([
    ['a text unchanged', 'Hello,\n\tworld', 'Hello,\n\tworld'],
    ['a text and trims it', ' \n x  y \u00a0', 'x  y'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['10,000 characters of two code units each', '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['10,000 characters and surrounding white space', ` ${'x'.repeat(10_000)} `, 'x'.repeat(10_000)],
  ])('%s', (_claim, sent, stored) => {
    expect(texts(sent)).toEqual([stored])
  })

  it('no comments', () => {
    expect([checkComments(undefined), checkComments(null), checkComments([])]).toEqual([[], [], []])
  })

  it('50 comments, in their order', () => {
    const sent = Array.from({ length: 50 }, (_, index) => `${index}`)
    expect(texts(...sent)).toEqual(sent)
  })

  it('a comment without a flag as not internal', () => {
    const sent = [{ text: 'a' }, { text: 'b', internal: null }, { text: 'c', internal: true }]
    expect(checkComments(sent).map(({ internal }) => internal)).toEqual([false, false, true])
  })

  it('a text alone as a comment that is not internal', () => {
    expect(checkComments([' Hello. '])).toEqual([{ text: 'Hello.', internal: false }])
  })
})

describe('checkComments rejects', () => {
  it.each<[string, string]>([
    ['an empty text', ''],
    ['only white space', ' \t\n'],
    ['10,001 characters', 'x'.repeat(10_001)],
    ['10,001 characters of two code units each', '😀'.repeat(10_001)],
    ['a NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('%s', (_claim, sent) => {
    expect(() => texts('fine', sent)).toThrow(/^comments\[1\]\.text must /)
    expect(problemsOf([{ text: 'fine' }, { text: sent }])).toEqual([['comments', '1', 'text']])
    expect(problemsOf(['fine', sent])).toEqual([['comments', '1']])
  })

  it('every invalid comment, in their order', () => {
    const paths = [
      ['comments', '0', 'text'],
      ['comments', '0', 'internal'],
      ['comments', '1'],
      ['comments', '3'],
    ]
    expect(problemsOf([{ internal: 'no' }, [], 'fine', ''])).toEqual(paths)
  })

  it.each([['a text'], [7], [true], [{ text: 'x' }], [{ length: 1 }]])('%j instead of a list', (sent) => {
    expect(() => checkComments(sent)).toThrow('comments must be an array.')
    expect(problemsOf(sent)).toEqual([['comments']])
  })

  it.each([[null], [7], [true], [[]], [['x']]])('%j instead of a comment', (sent) => {
    expect(() => checkComments(['fine', sent])).toThrow('comments[1] must be a string or an object with a text member.')
    expect(problemsOf(['fine', sent])).toEqual([['comments', '1']])
  })

  it('51 comments', () => {
    expect(() => texts(...Array<string>(51).fill('x'))).toThrow('comments must contain at most 50 items.')
    expect(problemsOf(Array(51).fill(''))).toEqual([['comments']])
  })

  it('with BAD_USER_INPUT', () => {
    expect(() => texts('')).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }))
  })
})
