import {
  buildSchema,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql'
import { expect, test } from 'vitest'
import { removalDate } from '../../scripts/contract/deprecation.ts'
import { schema } from '../../src/schema.ts'

test.each([
  ['Use status. Removal on 2027-06-30.', '2027-06-30'],
  ['Removal on 2028-02-29.', '2028-02-29'],
  ['Removal on 2027-02-29.', undefined],
  ['Removal on 2027-6-30.', undefined],
  ['Removal on 2027-06-30. Use status.', undefined],
  ['Removal soon.', undefined],
  ['No longer supported', undefined],
  [undefined, undefined],
])('the removal date in %j is %s', (reason, date) => {
  expect(removalDate(reason)).toBe(date)
})

test('every deprecation in the schema has a removal date', () => {
  expect(undated(schema)).toEqual([])
})

test('a deprecation without a date is found in every kind of element', () => {
  const sdl = `
    type Query { a(x: Int @deprecated): Int @deprecated(reason: "Use b.") b: Int @deprecated(reason: "Removal on 2027-06-30.") }
    enum E { A @deprecated(reason: "Removal.") B }
    input I { a: Int @deprecated b: Int }
    interface N { a: Int @deprecated }`
  expect(undated(buildSchema(sdl))).toEqual(['Query.a', 'Query.a.x', 'E.A', 'I.a', 'N.a'])
})

/** The elements that are deprecated without a removal date. */
function undated(schema: GraphQLSchema): string[] {
  const elements = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type): [string, string | null | undefined][] => {
      if (isEnumType(type))
        return type.getValues().map((value) => [`${type.name}.${value.name}`, value.deprecationReason])
      if (isInputObjectType(type)) {
        return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field.deprecationReason])
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return []
      return Object.values(type.getFields()).flatMap((field): [string, string | null | undefined][] => [
        [`${type.name}.${field.name}`, field.deprecationReason],
        ...field.args.map((argument): [string, string | null | undefined] => [
          `${type.name}.${field.name}.${argument.name}`,
          argument.deprecationReason,
        ]),
      ])
    })
  return elements.filter(([, reason]) => reason != null && removalDate(reason) === undefined).map(([name]) => name)
}
