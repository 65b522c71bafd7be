import { expect, test } from 'vitest'
import { cellOf, headerOf, lineOf } from '../../../src/cases/table/csv.ts'
import { readCsv } from '../../support/requests/csv.ts'

test.each([
  [null, ''],
  [undefined, ''],
  ['', ''],
  [false, 'false'],
  [-5, '-5'],
  [1e-7, '1e-7'],
  [new Date('2026-11-28T10:00:00+02:00'), '2026-11-28T08:00:00.000Z'],
  ['plain text 👍', 'plain text 👍'],
  ['  spaces ', '  spaces '],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  [['a', '=b'], '"[""a"",""=b""]"'],
])('%j is the cell %s', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})

test.each([
  '=1+1',
  '+49 30 1234',
  '-1+1',
  '- x',
  '@SUM(A1)',
  '\t=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '-',
  '+5',
  '-5 ',
  '-05',
  '-Infinity',
])('a spreadsheet does not run %j', (text) => {
  expect(cellOf(text)).toBe(`'${text}`)
})

test.each(['\r=1', '\n=1', '=HYPERLINK("http://x","y")', '=a,b'])('nor %j, which is quoted', (text) => {
  expect(readCsv(lineOf([text, 'next']))).toEqual([[`'${text}`, 'next']])
})

test.each(['-5', '-0.5', '-1e3', '-1E+3', 'a=b', 'x@example.com', "'=1", '1-2', '1+1'])('%s stays as it is', (text) => {
  expect(cellOf(text)).toBe(text)
})

test('lines end with CRLF, and names in the header are escaped like other texts', () => {
  expect(headerOf(['id', 'caseData.a"b', '=x'])).toBe(`\uFEFFid,"caseData.a""b",'=x\r\n`)
  expect(lineOf([1, null, 'x'])).toBe('1,,x\r\n')
})
