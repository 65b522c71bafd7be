import { buildSchema, OverlappingFieldsCanBeMergedRule, parse, specifiedRules, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { overlappingFields } from '../../../src/graphql/limits/overlapping-fields.ts'
import { schema } from '../../../src/schema.ts'

const zoo = buildSchema(`
  interface Pet { name: String! owner: Owner friends: [Pet!]! }
  type Dog implements Pet { name: String! owner: Owner friends: [Pet!]! age: Int weight(unit: Unit, at: [Int]): Int! }
  type Cat implements Pet { name: String! owner: Owner friends: [Pet!]! age: String weight(unit: Unit, at: [Int]): Int }
  type Owner { name: String pets: [Pet] pet: Pet dog: Dog cat: Cat }
  union Any = Dog | Cat | Owner
  enum Unit { KG LB }
  type Query { name: String owner(name: String): Owner pet: Pet any: Any dog: Dog cat: Cat }
`)

/** The fields of each type, with the types of those that need a selection. */
const fieldsByType: Record<string, [field: string, type: string | null][]> = Object.fromEntries(
  Object.entries({
    Query: '__typename; owner: Owner; owner(name: "a"): Owner; pet: Pet; any: Any; dog: Dog; cat: Cat; name',
    Pet: '__typename; name; owner: Owner; friends: Pet',
    Dog: `__typename; name; age; weight; weight(unit: KG); weight(at: [1, 2], unit: KG); weight(unit: KG, at: [1, 2]);
      owner: Owner; friends: Pet`,
    Cat: '__typename; name; age; weight(unit: KG); weight(unit: LB); owner: Owner; friends: Pet',
    Owner: '__typename; name; pets: Pet; pet: Pet; dog: Dog; cat: Cat',
    Any: '__typename',
  }).map(([name, fields]) => [
    name,
    fields.split(/;\s+/).map((field) => {
      const [, plain = field, type = null] = /^(.*): ([A-Z][a-z]+)$/.exec(field) ?? []
      return [plain, type]
    }),
  ]),
)
const conditions: Record<string, string[]> = {
  Query: ['Query'],
  Pet: ['Pet', 'Dog', 'Cat', 'Any'],
  Dog: ['Pet', 'Dog', 'Any'],
  Cat: ['Pet', 'Cat', 'Any'],
  Owner: ['Owner', 'Any'],
  Any: ['Pet', 'Dog', 'Cat', 'Owner', 'Any'],
}

/** Numbers that look random and are the same in every run. */
function randomNumbers(seed: number): (maximum: number) => number {
  let state = seed
  return (maximum) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * maximum)
  }
}

/** A document in which fields of the same name often meet. */
function documentOf(below: (maximum: number) => number): string {
  const fragments: { name: string; type: string; text: string }[] = []
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]!

  function selectionSet(type: string, depth: number): string {
    const selections = Array.from({ length: 1 + below(4) }, () => selection(type, depth))
    return `{ ${selections.join(' ')} }`
  }
  function selection(type: string, depth: number): string {
    const kind = below(6)
    const fields = fieldsByType[type]!.filter(([, result]) => depth > 0 || result === null)
    if (depth > 0 && (kind === 0 || fields.length === 0)) {
      const condition = pick(conditions[type]!)
      return `... on ${condition} ${selectionSet(condition, depth - 1)}`
    }
    if (depth > 0 && kind === 1) {
      const known = fragments.filter((fragment) => conditions[type]!.includes(fragment.type))
      if (known.length > 0 && below(2) === 0) return `...${pick(known).name}`
      const condition = pick(conditions[type]!)
      const text = selectionSet(condition, depth - 1)
      const name = `f${fragments.length}`
      fragments.push({ name, type: condition, text: `fragment ${name} on ${condition} ${text}` })
      return `...${name}`
    }
    if (fields.length === 0) return '__typename'
    const [field, result] = pick(fields)
    const alias = below(3) === 0 ? `${pick(['x', 'name'])}: ` : ''
    return `${alias}${field}${result ? ` ${selectionSet(result, depth - 1)}` : ''}`
  }
  return [selectionSet('Query', 3), ...fragments.map(({ text }) => text)].join('\n')
}

const otherRules = specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule)

test('the verdict is that of the rule of the graphql package', () => {
  const below = randomNumbers(18)
  const verdicts = { accepted: 0, rejected: 0 }
  for (let count = 0; count < 600; count++) {
    const text = documentOf(below)
    const document = parse(text)
    if (validate(zoo, document, otherRules).length > 0) continue
    const expected = validate(zoo, document, [OverlappingFieldsCanBeMergedRule]).length > 0
    expect(overlappingFields(zoo, document, 10_000).toArray().length > 0, text).toBe(expected)
    verdicts[expected ? 'rejected' : 'accepted']++
  }
  expect(Math.min(verdicts.accepted, verdicts.rejected)).toBeGreaterThan(50)
})

describe('a conflict', () => {
  test.each([
    ['{ x: name x: pet { name } }', 'Fields "x" conflict because they return conflicting types "String" and "Pet".'],
    ['{ x: dog { name } x: cat { name } }', 'Fields "x" conflict because "dog" and "cat" are different fields.'],
    ['{ owner { name } owner(name: "a") { name } }', 'Fields "owner" conflict because they have differing arguments.'],
    [
      '{ pet { ... on Dog { age } ... on Cat { age } } }',
      'Fields "age" conflict because they return conflicting types "Int" and "String".',
    ],
    [
      '{ any { ... on Owner { x: __typename } ... on Dog { x: age } ... on Cat { x: age } } }',
      'Fields "x" conflict because they return conflicting types "Int" and "String".',
    ],
  ])('names the fields and the reason: %s', (text, message) => {
    const [conflict, ...others] = overlappingFields(zoo, parse(text), 100).toArray()
    expect(conflict?.message).toContain(message)
    expect(conflict?.locations).toHaveLength(2)
    expect(others).toEqual([])
  })
})

describe('each field is compared once', () => {
  const many = (length: number, item: (i: number) => string) => Array.from({ length }, (_, i) => item(i)).join(' ')
  test.each([
    ['a repeated field with a selection', `{ ${many(480, () => 'viewer { login }')} }`, 960],
    ['nested', `{ viewer { ${many(200, () => 'typeCategories { caseTypeCode caseCategoryCode }')} } }`, 601],
    ['in inline fragments', `{ ${many(300, () => '... on Query { viewer { login } }')} }`, 600],
    [
      'in fragments',
      `{ ${many(150, (i) => `...f${i}`)} } ${many(150, (i) => `fragment f${i} on Query { viewer { login } }`)}`,
      300,
    ],
    [
      'in a chain of fragments',
      `{ ...f0 } ${many(150, (i) => `fragment f${i} on Query { viewer { login } ...f${i + 1} ...f${i + 1} }`)} fragment f150 on Query { __typename }`,
      301,
    ],
  ])('%s', (_where, text, fields) => {
    const document = parse(text)
    expect(validate(schema, document, otherRules)).toEqual([])
    expect(overlappingFields(schema, document, fields).toArray()).toEqual([])
    const limited = overlappingFields(schema, document, 100).toArray()
    expect(limited.map(({ extensions }) => extensions)).toEqual([{ fields: { maximum: 100 } }])
  })
})
