import * as fc from 'fast-check'
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'
import { anyJson, oneOf, quoted } from './json.ts'
import { anyText, idTexts, known } from './texts.ts'

/** Draws a value, like gen() of fast-check. */
export type Draw = fc.GeneratorValue
export type Style = 'literal' | 'json'

const often = (usual: readonly string[], all: readonly string[]) =>
  fc.oneof(
    { weight: 16, arbitrary: oneOf(usual) },
    { weight: 2, arbitrary: oneOf(all) },
    { weight: 1, arbitrary: quoted(anyText) },
  )

const id = fc.oneof({ weight: 5, arbitrary: oneOf(known.caseIds) }, { weight: 1, arbitrary: oneOf(idTexts) })
const typeCode = often(['QUESTION', 'COMPLAINT'], known.typeCodes)
const categoryCode = often(['BILLING'], known.categoryCodes)
const commentId = fc.oneof(
  { weight: 5, arbitrary: oneOf(['comment:1001:1:1', 'comment:1001:2:1', 'comment:1004:2:1']) },
  {
    weight: 1,
    arbitrary: oneOf(['comment:1001:1:2', 'comment:1001:0:1', 'comment:1001:1', 'event:1001:1', '1001', '']),
  },
)
const time = oneOf(['2026-07-02T09:15:00Z', '2030-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', 'today'])
const size = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('1', '2', '20', '100', '0') },
  { weight: 1, arbitrary: fc.constantFrom('-1', '101', '2147483647', '-2147483648') },
)
const cursor = oneOf([
  'MQ',
  'Mg',
  'MS4w',
  'MS4x',
  'MS4wLjA',
  'LTE',
  '',
  'x',
  '=',
  'MjE0NzQ4MzY0OA',
  'MWUw',
  'MDE',
  '\0',
  'Tm9wZQ==',
])
const caseData = fc.constantFrom(
  '{}',
  '{}',
  '{}',
  '{}',
  '{"amount":42.5,"invoiceCount":1,"goodwill":false}',
  '{"amount":"1e2","invoiceCount":1.0,"goodwill":0}',
  '[]',
  '3',
  '{"amount":1e400,"invoiceCount":9007199254740993,"goodwill":true}',
  '{"__proto__":{"amount":1},"constructor":1,"7":2}',
)

/** Typical values of an argument or field with this name, as JSON. */
const byName: Record<string, fc.Arbitrary<string>> = {
  id,
  caseInstanceId: id,
  typeCode,
  caseTypeCode: typeCode,
  categoryCode,
  caseCategoryCode: categoryCode,
  status: often(['New', 'Open', 'In progress'], known.statuses),
  resolution: often(['Unresolved', 'Fixed'], known.resolutions),
  email: often(['olga@example.com'], known.emails),
  assigneeEmail: often(['olga@example.com'], known.emails),
  partyEmail: often(['paula@example.com'], known.emails),
  commentId,
  search: often(['o', 'TEAM'], ['%', '_', '\\', 'lga@']),
  // Few keys, so that some are used again.
  idempotencyKey: often(['a', 'b', 'c', 'd'], ['x'.repeat(255), 'x'.repeat(256)]),
  expectedVersion: fc.constantFrom('1', '2', '3', '-1', '2147483647'),
  createdAfter: time,
  createdBefore: time,
  updatedAfter: time,
  updatedBefore: time,
  groupName: often(['Billing team'], known.groupNames),
  text: often(['Hello.', ' Trimmed. ', 'Zoë 😀', '\u2028'], ['a\nb', 'null']),
  internal: fc.constantFrom('true', 'false'),
  first: size,
  last: size,
  after: cursor,
  before: cursor,
  caseData,
}

/** They make most changes fail or write nothing. */
const rarelySent = new Set(['expectedVersion', 'idempotencyKey', 'dryRun', 'partyFirstname'])

const wrongJson = fc.oneof(anyJson, fc.constantFrom('null', '7', '-0', '1e400', 'true', '[]', '{}', '[[1]]', '"APP"'))
const wrongLiteral = fc.oneof(
  quoted(anyText),
  fc.constantFrom(
    'null',
    '7',
    '-0',
    '1e400',
    '3.5',
    'true',
    '[]',
    '{}',
    '[[1]]',
    'APP',
    '$nobody',
    '{ a: 1, a: 2 }',
    '""" x\n  y """',
    '"\\u{110000}"',
    '"\\u{1F600}"',
    '"\\uD83D"',
    '9007199254740993',
    '{ __proto__: { a: 1 }, constructor: [] }',
    `${'['.repeat(60)}${']'.repeat(60)}`,
  ),
)

export class ValueWriter {
  readonly #draw: Draw
  readonly #isRight: boolean

  constructor(draw: Draw, isRight: boolean) {
    this.#draw = draw
    this.#isRight = isRight
  }

  /** The text of a value, as a literal of a document or as JSON of a variable; usually valid for the type. */
  write(type: GraphQLInputType, name: string, style: Style): string {
    if (this.#wrong(30)) return this.#draw(wrongOf, style)
    if (isNonNullType(type)) return this.#right(type.ofType, name, style)
    return this.#oneIn(4) ? 'null' : this.#right(type, name, style)
  }

  #right(type: GraphQLInputType, name: string, style: Style): string {
    if (isListType(type)) {
      const length = this.#draw(evenly, 2)
      return `[${Array.from({ length }, () => this.write(type.ofType, name, style)).join(', ')}]`
    }
    if (isEnumType(type)) {
      const names = [...type.getValues().map((value) => value.name), ...(this.#isRight ? [] : ['unknown'])]
      const value = names[this.#draw(evenly, names.length - 1)] ?? ''
      return style === 'json' ? `"${value}"` : value
    }
    if (isInputObjectType(type)) {
      const label = (field: string) => (style === 'json' ? `"${field}"` : field)
      const members = Object.values(type.getFields())
        .filter((field) =>
          isRequiredInputField(field) || field.name.endsWith('Code')
            ? !this.#wrong(30)
            : this.#oneIn(rarelySent.has(field.name) ? 8 : 2),
        )
        .map((field) => `${label(field.name)}: ${this.write(field.type, field.name, style)}`)
      if (this.#wrong(40)) members.push(`${label(this.#draw(nameOf))}: 1`)
      if (this.#wrong(40)) members.push(...members.slice(0, 1))
      return `{ ${members.join(', ')} }`
    }
    const text = this.#draw(usualOf, name)
    // Object keys are not quoted in GraphQL.
    return style === 'literal'
      ? text.replace(/"(\w+)":/g, (_, field: string) => `${/^\d/.test(field) ? '_' : ''}${field}: `)
      : text
  }

  #wrong(count: number): boolean {
    return !this.#isRight && this.#oneIn(count)
  }

  #oneIn(count: number): boolean {
    return this.#draw(evenly, count - 1) === 1
  }
}

/** A number up to a maximum; without fast-check's preference for small numbers. */
export const evenly = (max: number) => fc.noBias(fc.nat({ max }))

const nameOf = () => fc.constantFrom('unknown', '__proto__', 'constructor', 'id', '_')
const wrongOf = (style: Style) => (style === 'json' ? wrongJson : wrongLiteral)
const usualOf = (name: string) => byName[name] ?? quoted(anyText)
