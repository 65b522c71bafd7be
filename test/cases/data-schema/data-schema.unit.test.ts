import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCaseData } from '../../../src/cases/values/case-data.rules.ts'
import { dataSchema } from '../../../src/cases/form/data-schema.ts'
import { fieldKinds, fieldRequirements } from '../../../src/catalogue/catalogue.entity.ts'
import type { FieldDefinition } from '../../../src/catalogue/catalogue.ts'
import { toFieldDefinition } from '../../../src/configuration/items/field-format.ts'

const ajv = addFormats.default(new Ajv2020({ strict: true, strictTypes: false, ownProperties: true }))

type Definition = Parameters<typeof toFieldDefinition>[0]
const define = (definition: Partial<Definition> & Pick<Definition, 'kind'>) =>
  toFieldDefinition({ name: 'value', ...definition })

const ours = (fields: FieldDefinition[], data: unknown) => checkCaseData(fields, data).problems.length === 0
const theirs = (fields: FieldDefinition[], data: unknown) => ajv.validate(dataSchema({ name: 'T', fields }), data)

const choice = fc.record({ value: fc.constantFrom('a', 'b', 'ä😀', '7', 'null'), active: fc.boolean() })

const definition = fc
  .record({
    kind: fc.constantFrom(...fieldKinds),
    required: fc.constantFrom(...fieldRequirements),
    bounds: fc.uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 2 }),
    isBounded: fc.boolean(),
    scale: fc.option(fc.integer({ min: 0, max: 3 })),
    maximumLength: fc.integer({ min: 1, max: 4 }),
    choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 4, selector: ({ value }) => value }),
  })
  .map(({ kind, required, bounds, isBounded, scale, maximumLength, choices }): Definition => {
    const [minimum = 0, maximum = 0] = isBounded ? bounds.toSorted((a, b) => a - b) : []
    const range = isBounded ? { minimum, maximum } : {}
    const ofKind: Partial<Record<FieldDefinition['kind'], Partial<Definition>>> = {
      INTEGER: range,
      DECIMAL: { ...range, scale },
      TEXT: { maximumLength },
      CHOICE: { choices },
    }
    return { name: '', kind, required, ...ofKind[kind] }
  })

const fields = fc
  .array(definition, { maxLength: 4 })
  .map((definitions) => definitions.map((each, index) => toFieldDefinition({ ...each, name: `field ${index}` })))

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: length })

/** Values of every kind, and values that are almost right. */
const value = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    '',
    'a',
    'b',
    'ä😀',
    '7',
    'null',
    '2024-02-29',
    '2023-02-29',
    '0000-01-01',
    'a\0',
    [],
    {},
  ),
  fc.integer({ min: -25, max: 25 }),
  fc.integer({ min: -2500, max: 2500 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 53 - 1, 1e21, 1e300, 0.1, 2.25, -2.25, 1e-7, -0),
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits(2), fc.constantFrom('', '.', ','), fc.option(digits(4), { nil: '' }))
    .map((parts) => parts.join('')),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  fc
    .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
    .map(([month, day]) => `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

/** What JSON Schema cannot express: the schema accepts these values, and the rules reject them. */
function isBeyondSchema({ kind, minimum, maximum, scale }: FieldDefinition, sent: unknown): boolean {
  if (kind !== 'DECIMAL') return false
  const expressed = scale === 0 && !Number.isInteger(sent)
  if (typeof sent === 'number') return !expressed && !ours([define({ kind, scale })], { value: sent })
  return typeof sent === 'string' && !ours([define({ kind, minimum, maximum })], { value: sent })
}

describe('the schema of the case data', () => {
  test('accepts what the rules accept, and nothing else that it can express', () => {
    const sample = fields.chain((defined) => {
      const entry = (name: string) => fc.tuple(fc.constant(name), fc.option(value, { freq: 12, nil: undefined }))
      const names = [...defined.map(({ name }) => name), 'unknown']
      const entries = fc.tuple(...names.map(entry)).map((all) => all.filter(([, sent]) => sent !== undefined))
      // Most data has no unknown member.
      return fc.record({
        defined: fc.constant(defined),
        data: entries.map((all) => Object.fromEntries(all)),
        keep: fc.nat(9),
      })
    })
    fc.assert(
      fc.property(sample, ({ defined, data: { unknown, ...known }, keep }) => {
        const data = keep === 0 ? { ...known, unknown } : known
        const beyond = defined.some((field) => isBeyondSchema(field, known[field.name]))
        expect(ours(defined, data)).toBe(theirs(defined, data) && !beyond)
      }),
      { numRuns: 200 },
    )
  })

  test.each(fieldKinds)('of a single %s agrees with the rules', (kind) => {
    const sample = definition.filter((each) => each.kind === kind)
    fc.assert(
      fc.property(sample, value, (each, sent) => {
        const field = toFieldDefinition({ ...each, name: 'value' })
        const accepted = theirs([field], { value: sent }) && !isBeyondSchema(field, sent)
        expect(ours([field], { value: sent })).toBe(accepted)
      }),
      { numRuns: 60 },
    )
  })

  const known: [string, FieldDefinition, unknown][] = [
    ['a number of 16 digits', define({ kind: 'DECIMAL' }), 0.1 + 0.2],
    ['a text of 16 digits', define({ kind: 'DECIMAL' }), '1234567890.123456'],
    ['a number with more decimals than the scale', define({ kind: 'DECIMAL', scale: 1 }), 0.25],
    ['a decimal out of bounds as text', define({ kind: 'DECIMAL', maximum: 1 }), '2'],
    ['a text with a lone surrogate', define({ kind: 'TEXT' }), '\ud83d'],
  ]
  test.each(known)('accepts %s, although the rules do not', (_name, field, sent) => {
    expect(theirs([field], { value: sent })).toBe(true)
    expect(ours([field], { value: sent })).toBe(false)
  })

  test.each([
    [2.25, false],
    ['2.25', false],
    [-0.5, false],
    [1e-7, false],
    [2, true],
    ['2.000', true],
    [1e15, true],
    [1e21, true],
  ])('without decimal places says whether it accepts %j', (sent, accepted) => {
    const field = define({ kind: 'DECIMAL', scale: 0 })
    expect([theirs([field], { value: sent }), ours([field], { value: sent })]).toEqual([accepted, accepted])
  })

  test('has a default that is valid for each field that can be null', () => {
    fc.assert(
      fc.property(fields, (defined) => {
        const { properties } = dataSchema({ name: 'T', fields: defined }) as { properties: Record<string, object> }
        const defaults = Object.entries(properties).flatMap(([name, schema]) =>
          'default' in schema ? [[name, schema.default] as const] : [],
        )
        expect(defaults).toEqual(defined.flatMap(({ name, required }) => (required === 'ALWAYS' ? [] : [[name, null]])))
        const optional = defined.filter(({ required }) => required !== 'ALWAYS')
        expect(theirs(optional, Object.fromEntries(defaults))).toBe(true)
      }),
    )
  })

  test('does not know the status and the present values of a case', () => {
    const whenClosed = define({ kind: 'DATE', required: 'WHEN_CLOSED' })
    expect(theirs([whenClosed], { value: null })).toBe(true)
    expect(checkCaseData([whenClosed], { value: null }, { closed: true }).problems).toHaveLength(1)
    const hue = define({ kind: 'CHOICE', choices: [{ value: 'a' }] })
    expect(theirs([hue], { value: 'gone' })).toBe(false)
    expect(checkCaseData([hue], { value: 'gone' }, { current: { value: 'gone' } }).problems).toEqual([])
  })

  test('has the labels, and describes what it cannot express', () => {
    const day = toFieldDefinition({ name: 'day', label: 'Solved on', kind: 'DATE', required: 'WHEN_CLOSED' })
    const sum = toFieldDefinition({ name: 'sum', kind: 'DECIMAL', minimum: 0, scale: 2 })
    const gone = toFieldDefinition({ name: 'gone', kind: 'CHOICE', choices: [{ value: 'a', active: false }] })
    expect(dataSchema({ name: 'Refund', fields: [day, sum, gone] })).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Refund',
      type: 'object',
      properties: {
        day: {
          title: 'Solved on',
          description: 'Must not be null if the status of the case counts as closed.',
          type: ['string', 'null'],
          format: 'date',
          pattern: String.raw`^(?!0000)\d{4}-\d{2}-\d{2}$`,
          default: null,
        },
        sum: {
          title: 'sum',
          description:
            'Must have at most 15 significant digits and at most 2 decimal places. The bounds also apply to strings.',
          anyOf: [
            { type: 'number', minimum: 0 },
            { type: 'string', pattern: String.raw`^-?\d+(\.\d{1,2}0*)?$` },
          ],
        },
        gone: {
          title: 'gone',
          description: 'A case keeps a value that is no longer listed, if the value does not change.',
          not: {},
        },
      },
      required: ['day', 'sum', 'gone'],
      additionalProperties: false,
    })
  })
})
