import * as fc from 'fast-check'
import { anyText, mostly, oneWord } from './texts.ts'

// JSON is generated as text: JavaScript values cannot represent 1e400 or duplicate members.

const numbers = fc.oneof(
  oneWord('0 -0 -0.0 1 1.0 7 -1 3.5 0.1 1e2 1E+2 42.50 1e400 -1e400 1e-400 5e-324 1e21 1e308 2147483648'),
  oneWord('9007199254740991 9007199254740992 9007199254740993 -9007199254740993 0.30000000000000004 123456789012345.6'),
  fc.constantFrom(`1${'0'.repeat(400)}`, `0.${'1'.repeat(400)}`),
)

/** Generates a JSON string, sometimes with every code unit escaped. */
export const quoted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat({ max: 9 })).map(([value, escape]) => {
    if (escape > 0 || value.length > 1_000) return JSON.stringify(value)
    const units = Array.from({ length: value.length }, (_, i) => value.charCodeAt(i))
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
  })

export const oneOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values).map((value) => JSON.stringify(value))

const nested = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"0":', '}]']), fc.constantFrom(3, 100, 5_000, 40_000))
  .map(([[open = '', close = ''], depth]) => `${open.repeat(depth)}0${close.repeat(depth)}`)

const listOf = (items: fc.Arbitrary<string>) => fc.array(items, { maxLength: 4 }).map((all) => `[${all.join()}]`)
const written = (members: [name: string, value: string][]) =>
  `{${members.map(([name, value]) => `${name}:${value}`).join()}}`

/** Generates any JSON value. */
export const { anyJson } = fc.letrec<{ anyJson: string }>((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 8, arbitrary: fc.oneof(numbers, oneWord('null true false [] {} ""'), quoted(anyText)) },
    { weight: 2, arbitrary: listOf(tie('anyJson')) },
    { weight: 2, arbitrary: fc.array(fc.tuple(quoted(anyText), tie('anyJson')), { maxLength: 4 }).map(written) },
    nested,
  ),
}))

type Members = [name: string, value: string][]

/**
 * An object with these members, most of them valid. One may be missing, duplicated or of another type. Others may be
 * added, and the order is random.
 */
export function objectOf(members: Record<string, fc.Arbitrary<string>>, care = 12): fc.Arbitrary<string> {
  const each = Object.entries(members).map(([name, value]) => {
    const named = (...values: string[]): Members => values.map((text) => [JSON.stringify(name), text])
    const twice = fc.tuple(anyJson, value).map((both) => named(...both))
    return mostly(care, value.map(named), fc.constant(named()), anyJson.map(named), twice)
  })
  const others = fc.array(fc.tuple(quoted(anyText), anyJson), { maxLength: 3 })
  return fc
    .tuple(fc.tuple(...each), mostly(care / 2, fc.constant<Members>([]), others))
    .map(([own, more]) => [...own.flat(), ...more])
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map(written)
}

/** The bytes of a body: mostly the text itself, sometimes corrupted. */
export function bytesOf(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const whole = text.map((value) => Buffer.from(value))
  const changed = (change: (bytes: Buffer, at: number) => Buffer) =>
    fc.tuple(whole, fc.nat()).map(([bytes, at]) => change(bytes, at % Math.max(bytes.length, 1)))
  const insert = (what: string) =>
    changed((bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from(what, 'hex'), bytes.subarray(at)]))
  return mostly(
    30,
    whole,
    changed((bytes, at) => bytes.subarray(0, at)),
    changed((bytes, at) => bytes.map((byte, index) => (index === at ? byte ^ 0x20 : byte)) as Buffer),
    oneWord('00 ff c328 eda080 f4908080').chain(insert),
    whole.map((bytes) => Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes])),
    fc.tuple(text, fc.constantFrom('utf16le', 'latin1')).map(([value, encoding]) => Buffer.from(value, encoding)),
    text.map((value) => Buffer.from(`[${value}]`)),
    text.map((value) => Buffer.from(`${value} ${value}`)),
    text.map((value) => Buffer.from(`${value}${' '.repeat(262_144)}`)),
    anyJson.map((value) => Buffer.from(value)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  )
}
