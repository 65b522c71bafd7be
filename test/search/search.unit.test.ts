import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseTermsAfter } from '../../src/cases/values/searched-values.ts'
import { anyOf, formsOf } from '../../src/search/misspelt.ts'
import { matchesIn, snippetOf } from '../../src/search/matches.ts'
import { normalise, normalisedCharacters } from '../../src/search/normalise.ts'
import { termsOf, termVector } from '../../src/search/terms.ts'
import { hasOperators, type Word, wordsOf } from '../../src/search/words.ts'
import forms from './pairs/forms.json' with { type: 'json' }
import languages from './pairs/languages.json' with { type: 'json' }

/** Whether the terms of a text match words as PostgreSQL would. */
function hasWords(terms: ReadonlySet<string>, words: readonly Word[]): boolean {
  const matches = (start: { text: string; isWhole: boolean }) =>
    start.isWhole ? terms.has(start.text) : [...terms].some((term) => term.startsWith(start.text))
  return words.length > 0 && words.every((word) => word.some((starts) => starts.every(matches)))
}

const finds = (text: string, search: string) => hasWords(termsOf([text]), wordsOf(search))

describe('a text is found by what people type', () => {
  const marked = [...forms, ...languages].filter(({ found }) => found)
  test.each(marked)('$text: $search is marked', ({ text, search }) => {
    expect(matchesIn(text, wordsOf(search))).not.toEqual([])
  })

  test.each([...forms, ...languages])('$text: $search: $found', ({ text, search, found }) => {
    expect(hasOperators(search)).toBe(false)
    expect(finds(text, search)).toBe(found)
  })
})

const codePoints = Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)

describe('the normalised form', () => {
  test('of every code point stays as it is, and is the same in every letter case and normal form', () => {
    const different: string[] = []
    for (const code of codePoints) {
      const character = String.fromCodePoint(code)
      const form = normalise(character)
      // Those that differ: of most code points none.
      const others = new Set([form, character.toUpperCase(), character.toLowerCase()])
      for (const name of ['NFC', 'NFD', 'NFKC', 'NFKD']) others.add(character.normalize(name))
      others.delete(character)
      if ([...others].some((other) => normalise(other) !== form)) different.push(code.toString(16))
    }
    expect(different).toEqual([])
  })

  test('of any text is the same in every letter case and normal form', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((each) => each.isWellFormed())
    fc.assert(
      fc.property(text, (each) => {
        const form = normalise(each)
        for (const name of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(normalise(each.normalize(name))).toBe(form)
        expect(normalise(form)).toBe(form)
      }),
      { seed: 48, numRuns: 2_000 },
    )
  })

  test('is that of its characters, whose places cover the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        const characters = normalisedCharacters(text)
        expect(characters.map(({ character }) => character).join('')).toBe(normalise(text))
        for (const { start, end } of characters) expect(end).toBeGreaterThan(start)
      }),
    )
  })
})

describe('terms', () => {
  test('take a bounded space, whatever is written', () => {
    for (const text of ['a1'.repeat(5_000), '😀'.repeat(10_000), '一'.repeat(10_000), '1 '.repeat(5_000)]) {
      expect(Buffer.byteLength(termVector([text.repeat(20)]))).toBeLessThan(1_000_000)
    }
  })

  test('of any text contain neither quotes nor backslashes, nor spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        for (const term of termsOf([text])) expect(term).not.toMatch(/['\\\s]/)
      }),
    )
  })

  test('any text is found by any of its words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { maxLength: 6 }), (words) => {
        const text = words.join(' ')
        return words.every((word) => wordsOf(word).length === 0 || finds(text, word))
      }),
      { numRuns: 1_000 },
    )
    expect(finds('any text', 'text')).toBe(true)
  })
})

test.each([
  ['invoice or bill', true],
  ['"charged twice"', true],
  ['“charged twice”', true],
  ['the -invoice', true],
  ['-"charged twice"', true],
  ['-straße', true],
  ['-49.90', false],
  ['or', false],
  ['or else', false],
  ['"invoice"', false],
  ['e-mail', false],
  ['a - b', false],
  ['5" pipe', false],
])('%j has operators: %s', (search, expected) => {
  expect(hasOperators(search)).toBe(expected)
})

describe('a snippet', () => {
  test('shows the first match and marks all in it', () => {
    const text = `${'x '.repeat(300)}The Café is in the café bar. ${'y '.repeat(300)}`
    const { text: shown, matches } = snippetOf(text, wordsOf('cafe'))!
    expect(shown.length).toBeLessThanOrEqual(200)
    expect(matches.map(({ start, length }) => shown.slice(start, start + length))).toEqual(['Café', 'café'])
  })

  test.each([
    ['My number is +49 170 1234567', '+491701234567', ['49 170 1234567']],
    ['我的发票有问题', '发票', ['发票']],
    ['Straße, STRASSE', 'strass', ['Straß', 'STRASS']],
    ['see /var/log/app.log', 'app.log', ['app.log']],
    ['O’Connor', "o'con", ['O’Con']],
  ])('of %j marks %j', (text, search, marked) => {
    const { text: shown, matches } = snippetOf(text, wordsOf(search))!
    expect(matches.map(({ start, length }) => shown.slice(start, start + length))).toEqual(marked)
  })
})

test.each([
  ['amplifer', 'amplifier'],
  ['ampliffier', 'amplifier'],
  ['amplifeir', 'amplifier'],
  ['amplivier', 'amplifier'],
  ['mplifier', 'amplifier'],
  ['amplifierr', 'amplifier'],
  ['квитанцыя', 'квитанция'],
])('%s is %s with a misspelt letter', (typed, meant) => {
  const misspelt = formsOf(wordsOf(typed)[0]!)!
  expect(misspelt).toContain(meant)
  expect(hasWords(termsOf([`The ${meant}.`]), [anyOf(misspelt)])).toBe(true)
})

test.each(['abcd', '12345', 'ab123', '发票有问题'])('%s is not corrected', (typed) => {
  expect(formsOf(wordsOf(typed)[0]!)).toBeNull()
})

describe('the terms of a case after a change', () => {
  const fields = [{ name: 'plan', kind: 'CHOICE', choices: [{ value: 'b', label: 'Business' }] }]
  const catalogue = { types: new Map([['LINE', { fields }]]) } as never
  const after = (caseData: object, path: string[], from: unknown, to: unknown) =>
    caseTermsAfter(
      { values: { subject: 'Noise', typeCode: 'LINE', caseData } as never, changes: [{ path, from, to }] },
      catalogue,
    )

  test('stay if it is not found by what changes', () => {
    expect(after({ speed: 2 }, ['caseData', 'speed'], 1, 2)).toBeUndefined()
    expect(after({ plan: 'b' }, ['status'], 'New', 'Open')).toBeUndefined()
  })

  test('are written if a text comes, goes or is there, whose label may be another', () => {
    expect(after({}, ['caseData', 'plan'], 'b', null)).toBe("'noise'")
    expect(after({ plan: 'b' }, ['caseData', 'plan'], null, 'b')).toBe("'noise' 'business' 'b'")
    expect(after({ plan: 'b', speed: 2 }, ['caseData', 'speed'], 1, 2)).toBe("'noise' 'business' 'b'")
  })

  test.each(['subject', 'typeCode'])('are written if the %s changes', (name) => {
    expect(after({ speed: 1 }, [name], 'before', 'after')).toBe("'noise'")
  })
})
