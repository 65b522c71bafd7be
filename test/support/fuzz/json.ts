import * as fc from 'fast-check'
import { anyText } from './texts.ts'

// JSON is generated as text: JavaScript values cannot represent 1e400 or duplicate members.

const numbers = [
  '0',
  '-0',
  '-0.0',
  '1',
  '1.0',
  '7',
  '-1',
  '3.5',
  '0.1',
  '1e2',
  '1E+2',
  '42.50',
  '1e400',
  '-1e400',
  '1e-400',
  '5e-324',
  '1e21',
  '1e308',
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '0.30000000000000004',
  '123456789012345.6',
  `1${'0'.repeat(400)}`,
  `0.${'1'.repeat(400)}`,
]

/** Generates a JSON string, sometimes with every code unit escaped. */
export const quoted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat({ max: 9 })).map(([value, escape]) => {
    if (escape > 0 || value.length > 1_000) return JSON.stringify(value)
    const units = Array.from({ length: value.length }, (_, i) => value.charCodeAt(i))
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
  })

export const oneOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values).map((value) => JSON.stringify(value))

const scalar = fc.oneof(
  fc.constantFrom(...numbers),
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '""'),
  quoted(anyText),
)

const nested = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"0":', '}]']), fc.constantFrom(3, 100, 5_000, 40_000))
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}0${close.repeat(depth)}`)

/** Generates any JSON value. */
export const { anyJson } = fc.letrec<{ anyJson: string }>((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: scalar },
    { weight: 2, arbitrary: fc.array(tie('anyJson'), { maxLength: 4 }).map((items) => `[${items.join()}]`) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(quoted(anyText), tie('anyJson')), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join()}}`),
    },
    { weight: 1, arbitrary: nested },
  ),
}))

type Members = [name: string, value: string][]

/**
 * An object with these members, most of them valid. One may be missing, duplicated or of another type. Others may be
 * added, and the order is random.
 */
export function objectOf(members: Record<string, fc.Arbitrary<string>>, care = 12): fc.Arbitrary<string> {
  const each = Object.entries(members).map(([name, value]) => {
    const quotedName = JSON.stringify(name)
    return fc.oneof(
      { weight: care, arbitrary: value.map((text): Members => [[quotedName, text]]) },
      { weight: 1, arbitrary: fc.constant<Members>([]) },
      { weight: 1, arbitrary: anyJson.map((text): Members => [[quotedName, text]]) },
      {
        weight: 1,
        arbitrary: fc.tuple(anyJson, value).map((both) => both.map((text) => [quotedName, text]) as Members),
      },
    )
  })
  const others = fc.oneof(
    { weight: care / 2, arbitrary: fc.constant<Members>([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(quoted(anyText), anyJson), { maxLength: 3 }) },
  )
  return fc
    .tuple(fc.tuple(...each), others)
    .chain(([own, more]) =>
      fc.shuffledSubarray([...own.flat(), ...more], { minLength: own.flat().length + more.length }),
    )
    .map((all) => `{${all.map(([name, value]) => `${name}:${value}`).join()}}`)
}

/** The bytes of a body: mostly the text itself, sometimes corrupted. */
export function bytesOf(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const whole = text.map((value) => Buffer.from(value))
  const part = (change: (bytes: Buffer, at: number) => Buffer) =>
    fc
      .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([bytes, at]) => change(bytes, Math.floor(at * bytes.length)))
  const insert = (what: readonly number[]) =>
    part((bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from(what), bytes.subarray(at)]))
  return fc.oneof(
    { weight: 30, arbitrary: whole },
    { weight: 1, arbitrary: part((bytes, at) => bytes.subarray(0, at)) },
    { weight: 1, arbitrary: part(flipBit) },
    {
      weight: 1,
      arbitrary: fc.constantFrom([0], [0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]).chain(insert),
    },
    { weight: 1, arbitrary: whole.map((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])) },
    { weight: 1, arbitrary: text.map((value) => Buffer.from(value, 'utf16le')) },
    { weight: 1, arbitrary: text.map((value) => Buffer.from(value, 'latin1')) },
    { weight: 1, arbitrary: text.map((value) => Buffer.from(`[${value}]`)) },
    { weight: 1, arbitrary: text.map((value) => Buffer.from(`${value} ${value}`)) },
    { weight: 1, arbitrary: text.map((value) => Buffer.from(`${value}${' '.repeat(262_144)}`)) },
    { weight: 1, arbitrary: anyJson.map((value) => Buffer.from(value)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  )
}

function flipBit(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  if (at < bytes.length) flipped[at] = (bytes[at] ?? 0) ^ 0x20
  return flipped
}
