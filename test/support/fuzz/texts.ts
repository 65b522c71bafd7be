import * as fc from 'fast-check'

/** The first arbitrary, and each of the others `weight` times less often. */
export const mostly = <Value>(weight: number, usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight, arbitrary: usual }, ...others)

/** One of these words, which are separated by blanks. */
export const oneWord = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '))

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
export const idText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...known.caseIds, ' 1001', '1001 ', '9'.repeat(400)),
  oneWord('0 -1 -0 +1001 01001 1001.0 1e3 0x3e9 1001n 1_001 １００１ ٣ NaN Infinity'),
  oneWord('9007199254740991 9007199254740992 9223372036854775808'),
)

const hostile = fc.oneof(
  oneWord('null undefined true __proto__ constructor prototype toString hasOwnProperty __typename 0 7 4294967294'),
  oneWord('$1 %s%n ${7*7} {{7*7}} <script> ../../etc/passwd %00 % \\ \\u0000 / ~ ~1 #'),
  oneWord('\0 a\0b \ud83d a\udc00b \udc00\ud83d \ufeff \ufffd \u202eabc 😀 é e\u0301 \u2028 \x1b[31m \x7f İ ß ﬃ'),
  fc.constantFrom('', ' ', '\t\r\n', "'; drop table cases; --", '" or 1=1 --'),
  fc.constantFrom('\0'.repeat(50), 'x'.repeat(10_001), '😀'.repeat(10_000)),
)

const codeUnits = fc.array(fc.nat({ max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units))

/** Any text: ordinary text, text that breaks programs, and any code units, including lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostile },
  { weight: 2, arbitrary: fc.oneof(fc.constantFrom(...Object.values(known).flat()), idText) },
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  codeUnits,
)

/** Replaces, removes, repeats or inserts some words of a text. */
export function withMistakes(text: string, junk: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const words: string[] = text.match(/"(?:\\.|[^"\\])*"|[\w$@]+|\s+|[^]/g) ?? ['']
  const mistake = fc.record({
    at: fc.nat(words.length),
    removed: fc.constantFrom(0, 1, 1, words.length),
    inserted: mostly(
      2,
      junk,
      fc.constant(''),
      fc.nat(words.length - 1).map((index) => words[index]!),
    ),
  })
  return fc
    .array(mistake, { minLength: 1, maxLength: 3 })
    .map((all) =>
      all.reduce((rest, { at, removed, inserted }) => rest.toSpliced(at, removed, inserted), words).join(''),
    )
}
