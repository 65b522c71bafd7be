import * as fc from 'fast-check'

/** Texts that are valid in some position, so that requests pass the first check. */
export const known = {
  caseIds: ['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008'],
  categoryCodes: ['BILLING', 'ACCOUNT', 'NETWORK', 'TELEX', 'SYSTEM'],
  typeCodes: ['QUESTION', 'COMPLAINT', 'REFUND', 'CHANGE_REQUEST', 'INCIDENT', 'OUTAGE', 'FAX', 'MAINTENANCE'],
  statuses: ['New', 'Open', 'In progress', 'Waiting for customer', 'Resolved', 'Closed', 'Escalated by telex'],
  resolutions: ['Unresolved', 'Fixed', 'Refunded'],
  emails: ['olga@example.com', 'OMAR@example.com', 'oona@example.com', 'paula@example.com'],
  groupNames: ['Billing team', 'Field engineers', 'Telex desk'],
}

/** Digits that are or resemble a case ID. */
export const idTexts = [
  ...known.caseIds,
  '0',
  '-1',
  '-0',
  '+1001',
  '01001',
  '1001.0',
  '1e3',
  '0x3e9',
  '1001n',
  ' 1001',
  '1001 ',
  '1_001',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775808',
  '9'.repeat(400),
  '１００１',
  '٣',
  'NaN',
  'Infinity',
]

const hostile = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\ud83d',
  'a\udc00b',
  '\udc00\ud83d',
  '\ufeff',
  '\ufffd',
  '\u202eabc',
  '😀',
  'é',
  'e\u0301',
  '\u2028',
  '\u0000'.repeat(50),
  '\x1b[31m',
  '\x7f',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__typename',
  "'; drop table cases; --",
  '" or 1=1 --',
  '$1',
  '%s%n',
  '${7*7}',
  '{{7*7}}',
  '<script>',
  '../../etc/passwd',
  '%00',
  '%',
  '\\',
  '\\u0000',
  '/',
  '~',
  '~1',
  '#',
  '0',
  '7',
  '4294967294',
  'x'.repeat(10_001),
  '😀'.repeat(10_000),
  'İ',
  'ß',
  'ﬃ',
]

const codeUnits = fc.array(fc.nat({ max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units))

/** Any text: ordinary text, text that breaks programs, and any code units, including lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostile) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(known).flat(), ...idTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: codeUnits },
)

/** A text that PostgreSQL cannot store unchanged. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}
