import { describe, expect, it } from 'vitest'
import {
  checkCaseData,
  checkImportedData,
  completeCaseData,
  fitCaseData,
  keepCaseData,
} from '../../../src/cases/values/case-data.rules.ts'
import type { CaseValue } from '../../../src/cases/case.entity.ts'
import type { FieldDefinition } from '../../../src/catalogue/catalogue.ts'
import { toFieldDefinition } from '../../../src/configuration/items/field-format.ts'

type Definition = Parameters<typeof toFieldDefinition>[0]

function field(definition: Partial<Definition> & Pick<Definition, 'kind'>): FieldDefinition {
  return toFieldDefinition({ name: 'value', ...definition })
}

const boolean = field({ kind: 'BOOLEAN' })
const integer = field({ kind: 'INTEGER' })
const decimal = field({ kind: 'DECIMAL' })
const oneToFive = field({ kind: 'INTEGER', minimum: 1, maximum: 5 })
const signal = field({ kind: 'DECIMAL', minimum: -140, maximum: 0 })
const cents = field({ kind: 'DECIMAL', scale: 2 })
const whole = field({ kind: 'DECIMAL', scale: 0 })
const text = field({ kind: 'TEXT' })
const short = field({ kind: 'TEXT', maximumLength: 3 })
const date = field({ kind: 'DATE' })
const colour = field({
  kind: 'CHOICE',
  choices: [{ value: 'red' }, { value: 'green', label: 'Green' }, { value: 'grey', active: false }],
})
const greatest = Number.MAX_SAFE_INTEGER

describe('checkCaseData accepts', () => {
  it.each<[string, FieldDefinition, unknown, CaseValue]>([
    ['true', boolean, true, true],
    ['false', boolean, false, false],
    ['an integer', integer, 7, 7],
    ['an integer written with a zero fraction', integer, JSON.parse('1.0'), 1],
    ['an integer written with an exponent', integer, JSON.parse('12e2'), 1200],
    ['the largest integer', integer, greatest, greatest],
    ['the smallest integer', integer, -greatest, -greatest],
    ['minus zero as zero', integer, -0, 0],
    ['an integer at its minimum', oneToFive, 1, 1],
    ['an integer at its maximum', oneToFive, 5, 5],
    ['a decimal', decimal, -97.5, -97.5],
    ['a decimal without a fraction', decimal, 12, 12],
    ['a decimal at its minimum', signal, -140, -140],
    ['a decimal at its maximum', signal, 0, 0],
    ['a decimal as a string', decimal, '42.50', 42.5],
    ['a decimal as a string without a fraction', decimal, '12', 12],
    ['a negative decimal as a string', decimal, '-0.5', -0.5],
    ['a decimal as a string with leading zeros', decimal, '007.5', 7.5],
    ['minus zero in a string as zero', decimal, '-0.0', 0],
    ['15 significant digits', decimal, 123456789.012345, 123456789.012345],
    ['15 significant digits as a string', decimal, '123456789.012345', 123456789.012345],
    ['15 significant digits with trailing zeros', decimal, '123456789012345.000', 123456789012345],
    ['15 significant digits with leading zeros', decimal, '0.000123456789012345', 0.000123456789012345],
    ['a large number with few digits', decimal, 1e300, 1e300],
    ['a small number with few digits', decimal, 1e-300, 1e-300],
    ['as many decimal places as the scale', cents, 0.01, 0.01],
    ['trailing zeros beyond the scale', cents, '1.2500', 1.25],
    ['an integer if the scale is zero', whole, 3, 3],
    ['a number within the scale written with an exponent', cents, JSON.parse('1.25e1'), 12.5],
    ['a text of one character', text, 'x', 'x'],
    ['white space as it was sent', text, ' \n\t ', ' \n\t '],
    ['a text of 1,000 characters', text, 'x'.repeat(1000), 'x'.repeat(1000)],
    ['a text as long as its maximum', short, 'abc', 'abc'],
    ['as many characters as the maximum, outside of the basic plane', short, '😀😀😀', '😀😀😀'],
    ['a day', date, '2026-11-22', '2026-11-22'],
    ['the first day', date, '0001-01-01', '0001-01-01'],
    ['a day of the first century', date, '0050-12-31', '0050-12-31'],
    ['the last day', date, '9999-12-31', '9999-12-31'],
    ['29 February of a leap year', date, '2000-02-29', '2000-02-29'],
    ['an active choice', colour, 'green', 'green'],
  ])('%s', (_claim, definition, sent, stored) => {
    expect(checkCaseData([definition], { value: sent })).toEqual({ data: { value: stored }, problems: [] })
  })
})

describe('checkCaseData rejects', () => {
  it.each<[string, FieldDefinition, unknown]>([
    ['null for a boolean', boolean, null],
    ['a string for a boolean', boolean, 'true'],
    ['a number for a boolean', boolean, 1],
    ['null for an integer', integer, null],
    ['a fraction for an integer', integer, 1.5],
    ['a string for an integer', integer, '1'],
    ['a boolean for an integer', integer, true],
    ['an integer beyond 2^53 - 1', integer, greatest + 1],
    ['an integer below -(2^53 - 1)', integer, -greatest - 1],
    ['an integer below its minimum', oneToFive, 0],
    ['an integer above its maximum', oneToFive, 6],
    ['null for a decimal', decimal, null],
    ['a boolean for a decimal', decimal, false],
    ['an array for a decimal', decimal, [1]],
    ['an empty string for a decimal', decimal, ''],
    ['a decimal with white space', decimal, ' 1'],
    ['a decimal with a plus sign', decimal, '+1'],
    ['a decimal with an exponent as a string', decimal, '1e2'],
    ['a decimal with a signed exponent as a string', decimal, '1e+2'],
    ['a decimal with a fraction and an exponent as a string', decimal, '1.5e-2'],
    ['a decimal with a comma', decimal, '1,5'],
    ['a decimal with a trailing point', decimal, '1.'],
    ['a decimal with a leading point', decimal, '.5'],
    ['a hexadecimal number', decimal, '0x10'],
    ['digits of another script', decimal, '١'],
    ['infinity', decimal, Infinity],
    ['a decimal below its minimum', signal, -140.5],
    ['a decimal above its maximum', signal, 0.1],
    ['a decimal as a string above its maximum', signal, '0.1'],
    ['16 significant digits', decimal, 1234567890.123456],
    ['16 significant digits as a string', decimal, '1234567890.123456'],
    ['more digits than a double can represent', decimal, '0.1000000000000000055511151231257827'],
    ['a string too large for a double', decimal, `1${'0'.repeat(400)}`],
    ['a string that would underflow to zero', decimal, `0.${'0'.repeat(400)}1`],
    ['more decimal places than the scale', cents, 0.001],
    ['more decimal places than the scale in a string', cents, '1.255'],
    ['more decimal places than the scale in a small number', cents, 1e-7],
    ['a fraction if the scale is zero', whole, 0.5],
    ['undefined', decimal, undefined],
    ['null for a text', text, null],
    ['an empty text', text, ''],
    ['a number for a text', text, 1],
    ['an array for a text', text, ['x']],
    ['a text with NUL', text, 'a\0b'],
    ['a text with a lone surrogate', text, '\ud83d'],
    ['a text of 1,001 characters', text, 'x'.repeat(1001)],
    ['a text longer than its maximum', short, 'abcd'],
    ['a text longer than its maximum, in characters of two units', short, '😀😀😀😀'],
    ['null for a date', date, null],
    ['a number for a date', date, 20261122],
    ['an empty text for a date', date, ''],
    ['29 February of a common year', date, '2026-02-29'],
    ['29 February of a common century', date, '1900-02-29'],
    ['31 November', date, '2026-11-31'],
    ['month 13', date, '2026-13-01'],
    ['month 0', date, '2026-00-10'],
    ['day 0', date, '2026-11-00'],
    ['the year 0', date, '0000-01-01'],
    ['a year of five digits', date, '+12026-11-22'],
    ['a date with a time', date, '2026-11-22T00:00:00Z'],
    ['a date without leading zeros', date, '2026-1-2'],
    ['a date with white space', date, '2026-11-22 '],
    ['a date with a line feed', date, '2026-11-22\n'],
    ['a date with digits of another script', date, '٢٠٢٦-11-22'],
    ['null for a choice', colour, null],
    ['an unknown choice', colour, 'blue'],
    ['a choice in other letter case', colour, 'Red'],
    ['the label of a choice', colour, 'Green'],
    ['a choice that is not active', colour, 'grey'],
    ['a list of choices', colour, ['red']],
  ])('%s', (_claim, definition, sent) => {
    const { data, problems } = checkCaseData([definition], { value: sent })
    expect(data).toBeNull()
    expect(problems).toEqual([{ field: 'value', message: expect.stringMatching(/^value must be /) }])
  })

  it.each([
    ['an array', []],
    ['null', null],
    ['a string', 'x'],
    ['a number', 3],
  ])('%s instead of an object', (_claim, sent) => {
    const { data, problems } = checkCaseData([boolean], sent)
    expect(data).toBeNull()
    expect(problems).toEqual([{ field: null, message: expect.any(String) }])
  })
})

describe('checkCaseData', () => {
  const fields = [
    { ...oneToFive, name: 'severity' },
    { ...signal, name: 'signalDbm' },
    { ...boolean, name: 'lineDown' },
  ]

  it('reports defined fields in their order, then unknown fields as sent', () => {
    const { problems } = checkCaseData(fields, { zeta: 1, lineDown: 'yes', alpha: 1, severity: 9 })
    expect(problems.map((problem) => problem.field)).toEqual(['severity', 'signalDbm', 'lineDown', 'zeta', 'alpha'])
  })

  it('lists the allowed fields only with the first unknown field', () => {
    const { problems } = checkCaseData(fields, {
      zeta: 1,
      lineDown: true,
      alpha: 1,
      severity: 1,
      signalDbm: 0,
      beta: 1,
    })
    expect(problems).toEqual([
      {
        field: 'zeta',
        message: 'The case type does not define this field. Allowed fields: severity, signalDbm, lineDown.',
      },
      { field: 'alpha', message: 'The case type does not define this field.' },
      { field: 'beta', message: 'The case type does not define this field.' },
    ])
  })

  it('describes what a field accepts', () => {
    const { problems } = checkCaseData(fields, {})
    expect(problems.map((problem) => problem.message)).toEqual([
      'severity must be an integer from 1 to 5.',
      'signalDbm must be a decimal number from -140 to 0 with at most 15 significant digits.',
      'lineDown must be true or false.',
    ])
  })

  it.each<[FieldDefinition, string]>([
    [integer, 'value must be an integer.'],
    [field({ kind: 'INTEGER', minimum: 1 }), 'value must be an integer of at least 1.'],
    [field({ kind: 'INTEGER', maximum: 5 }), 'value must be an integer of at most 5.'],
    [decimal, 'value must be a decimal number with at most 15 significant digits.'],
    [cents, 'value must be a decimal number with at most 15 significant digits and at most 2 decimal places.'],
    [short, 'value must be a string of 1 to 3 characters.'],
    [date, 'value must be a date in the form YYYY-MM-DD.'],
    [colour, 'value must be one of: red, green.'],
    [{ ...colour, required: 'NEVER' }, 'value must be one of: red, green, or null.'],
    [{ ...integer, required: 'WHEN_CLOSED' }, 'value must be an integer, or null.'],
    [
      field({ kind: 'CHOICE', choices: [{ value: 'old', active: false }] }),
      'value must be an active choice, but the field has none.',
    ],
    [
      field({ kind: 'CHOICE', choices: Array.from({ length: 22 }, (_, i) => ({ value: `${i}` })) }),
      'value must be one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19 and 2 more.',
    ],
  ])('describes bounds and scale only where the field has them: %o', (definition, message) => {
    expect(checkCaseData([definition], { value: 'x'.repeat(4) }).problems).toEqual([{ field: 'value', message }])
  })

  it('says so if no field is allowed', () => {
    const message = 'The case type does not define this field. Allowed fields: none.'
    expect(checkCaseData([], { value: 1 }).problems).toEqual([{ field: 'value', message }])
  })

  it('accepts an empty object if the type has no fields', () => {
    expect(checkCaseData([], {})).toEqual({ data: {}, problems: [] })
  })

  it.each(['toString', 'constructor', '__proto__'])('does not mistake an inherited member for the field %s', (name) => {
    expect(checkCaseData([{ ...boolean, name }], {}).problems).toHaveLength(1)
    expect(checkCaseData([], JSON.parse(`{"${name}": true}`)).problems).toHaveLength(1)
    const { data } = checkCaseData([{ ...boolean, name }], JSON.parse(`{"${name}": true}`))
    expect(JSON.stringify(data)).toBe(`{"${name}":true}`)
  })
})

describe('fitCaseData', () => {
  it('drops fields that the new type does not define', () => {
    const stored = { value: 3, lineDown: true }
    expect(fitCaseData([oneToFive], stored, false)).toEqual({ data: { value: 3 }, problems: [] })
  })

  it('reports each field that is missing or does not fit', () => {
    const { data, problems } = fitCaseData([oneToFive, { ...boolean, name: 'open' }], { value: 9 }, false)
    expect(data).toBeNull()
    expect(problems.map((problem) => problem.field)).toEqual(['value', 'open'])
  })
})

describe('a choice that the case has', () => {
  it.each(['grey', 'removed'])('can stay if it is no longer active: %s', (value) => {
    expect(checkCaseData([colour], { value }, { current: { value } })).toEqual({ data: { value }, problems: [] })
    expect(checkCaseData([colour], { value }, { current: { value: 'red' } }).problems).toHaveLength(1)
    expect(checkCaseData([colour], { value }, { current: { other: value } }).problems).toHaveLength(1)
  })

  it('must be active under a new type', () => {
    expect(fitCaseData([colour], { value: 'grey' }, false).problems).toHaveLength(1)
  })
})

describe('a field that is not always required', () => {
  const never = { ...short, required: 'NEVER' as const }
  const whenClosed = { ...date, name: 'day', required: 'WHEN_CLOSED' as const }
  const fields = [never, whenClosed]
  const closedProblem = {
    field: 'day',
    message: 'day must be a date in the form YYYY-MM-DD, because the status counts as closed.',
  }

  it('can be null, which is not stored', () => {
    expect(checkCaseData(fields, { value: null, day: null })).toEqual({ data: {}, problems: [] })
    expect(checkCaseData(fields, { value: 'x', day: null })).toEqual({ data: { value: 'x' }, problems: [] })
  })

  it('must be sent', () => {
    expect(checkCaseData(fields, {}).problems.map(({ field }) => field)).toEqual(['value', 'day'])
    expect(checkCaseData(fields, { value: undefined, day: null }).problems).toHaveLength(1)
  })

  it('is null if it is missing in stored data', () => {
    expect(fitCaseData(fields, {}, false)).toEqual({ data: {}, problems: [] })
    expect(keepCaseData(fields, {}, false)).toEqual({ data: {}, problems: [] })
    expect(completeCaseData([...fields, boolean], { day: '2026-11-22', value: 'x' })).toEqual({
      day: '2026-11-22',
      value: 'x',
    })
    expect(completeCaseData([{ ...boolean, name: 'flag' }, ...fields], {})).toEqual({ value: null, day: null })
  })

  it('must have a valid value if it has one', () => {
    expect(checkCaseData(fields, { value: '', day: '' }).problems).toHaveLength(2)
    expect(fitCaseData(fields, { value: 7, day: true }, false).problems).toHaveLength(2)
  })

  it('must have a value in a closed case if it is required there', () => {
    expect(checkCaseData(fields, { value: null, day: null }, { closed: true }).problems).toEqual([closedProblem])
    expect(fitCaseData(fields, {}, true).problems).toEqual([closedProblem])
    expect(keepCaseData(fields, { other: 1 }, true)).toEqual({ data: null, problems: [closedProblem] })
    expect(keepCaseData([{ ...whenClosed, name: 'toString' }], {}, true).problems).toHaveLength(1)
    const day = '2026-11-22'
    expect(checkCaseData(fields, { value: null, day }, { closed: true })).toEqual({ data: { day }, problems: [] })
    expect(fitCaseData(fields, { day }, true)).toEqual({ data: { day }, problems: [] })
    expect(keepCaseData(fields, { day }, true)).toEqual({ data: { day }, problems: [] })
  })
})

describe('checkImportedData', () => {
  it('accepts choices that are not active, and data without fields that are not always required', () => {
    const closing = { ...date, name: 'day', required: 'WHEN_CLOSED' as const }
    expect(checkImportedData([colour, closing], { value: 'grey' })).toEqual({ data: { value: 'grey' }, problems: [] })
    expect(checkImportedData([colour], { value: 'blue' }).problems).toHaveLength(1)
    expect(checkImportedData([colour], {}).problems).toHaveLength(1)
    expect(checkImportedData([closing], { other: 1 }).problems).toHaveLength(1)
  })
})
