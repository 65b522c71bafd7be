import { expect, test, vi } from 'vitest'
import { GraphQLEnumType } from 'graphql'
import { configureRoute } from '../../src/configuration/configuration.rest.ts'
import { typedInput } from '../../src/rest/typed-input.ts'
import { schema } from '../../src/schema.ts'

const readInput = typedInput(configureRoute, schema)!

/** A list that counts how many of its items are read. */
function counted(items: readonly unknown[]) {
  const read = new Set<string>()
  const list = new Proxy(items, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) read.add(name)
      return Reflect.get(target, name, receiver)
    },
  })
  return { list, read }
}

test('the input is not read any further when it has the maximum of problems', () => {
  const logins = counted(Array.from({ length: 100_000 }, () => 1))
  const touchpoints = counted([{ code: 'a', logins: logins.list }, { code: 'b' }])
  const variables: Record<string, unknown> = { input: { touchpoints: touchpoints.list, expectedRevisions: ['r'] } }
  expect(readInput(variables)?.({})?.problems).toHaveLength(1_000)
  expect([logins.read.size, touchpoints.read.size]).toEqual([1_000, 1])
  // The dry run only tells whether the caller may do it, and whether the revision is the expected one.
  expect(variables['input']).toEqual({ expectedRevisions: ['r'], dryRun: true })
})

test('no error is thrown for a wrong value', () => {
  const coerce = vi.spyOn(GraphQLEnumType.prototype, 'coerceInputValue')
  const variables = { input: { touchpoints: [{ code: 'a', logins: ['NOBODY', 1, null, {}] }] } }
  expect(readInput(variables)?.({}).problems).toHaveLength(4)
  expect(coerce).not.toHaveBeenCalled()
})
