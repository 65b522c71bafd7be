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
import { goesOn } from '../../scripts/contract/deprecation.ts'
import { schema } from '../../src/schema.ts'

test.each([
  ['Use status. It goes on 2027-06-30.', '2027-06-30'],
  ['It goes on 2028-02-29.', '2028-02-29'],
  ['It goes on 2027-02-29.', undefined],
  ['It goes on 2027-6-30.', undefined],
  ['It goes on 2027-06-30. Use status.', undefined],
  ['It goes soon.', undefined],
  ['No longer supported', undefined],
  [undefined, undefined],
])('%j goes on %s', (reason, day) => {
  expect(goesOn(reason)).toBe(day)
})

test('every deprecation in the schema says when what it is about goes', () => {
  expect(undated(schema)).toEqual([])
})

test('one that does not is found wherever it stands', () => {
  const sdl = `
    type Query { a(x: Int @deprecated): Int @deprecated(reason: "Use b.") b: Int @deprecated(reason: "It goes on 2027-06-30.") }
    enum E { A @deprecated(reason: "It goes.") B }
    input I { a: Int @deprecated b: Int }
    interface N { a: Int @deprecated }`
  expect(undated(buildSchema(sdl))).toEqual(['Query.a', 'Query.a.x', 'E.A', 'I.a', 'N.a'])
})

/** The elements that are deprecated without a day. */
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
  return elements.filter(([, reason]) => reason != null && goesOn(reason) === undefined).map(([name]) => name)
}
