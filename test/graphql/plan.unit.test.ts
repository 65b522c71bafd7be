import * as fc from 'fast-check'
import {
  execute,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  type GraphQLError,
  parse,
  validate,
} from 'graphql'
import { expect, test } from 'vitest'
import { Plan } from '../../src/graphql/plan/plan.ts'
import { randomDocuments } from '../support/graphql/random-documents.ts'
import { rootOf, World, worldSchema as schema } from '../support/graphql/plan-world.ts'

const scalars: Record<string, string[]> = {
  Int: ['3'],
  Boolean: ['true'],
  JSON: ['[{ "a": 1.5 }, "x"]', '["x", { "a": null }]', '{ "then": "$json" }'],
}
const documents = randomDocuments(schema, {
  scalar: (_name, type) => fc.constantFrom(...(scalars[type] ?? ['"text"'])),
  wrong: () => fc.constantFrom('7', '"x"', '{}', '[]', 'null'),
  // They mean something in JavaScript.
  aliases: { id: 'then', self: '__proto__', name: 'constructor', ok: 'toString', things: 'toJSON', json: 'length' },
})
const met = { documents: 0, withErrors: 0, withDeepErrors: 0, large: 0, invalidVariables: 0 }

test.each([
  ['synchronous', 1],
  ['synchronous', 2],
  ['asynchronous', 3],
  ['asynchronous', 4],
])('a plan has the same results as GraphQL.js: %s resolvers, seed %i', async (kind, seed) => {
  const isSync = kind === 'synchronous'
  await fc.assert(
    fc.asyncProperty(documents, fc.nat(1_000_000), async ({ query, variables: sent }, values) => {
      const document = parse(query)
      const variables = JSON.parse(sent)
      if (validate(schema, document).length > 0) return
      const expected = await outcomeOf(values, isSync, (args) =>
        execute({ schema, document, ...args, variableValues: variables }),
      )
      count(expected.result)
      const operation = getOperationAST(document)!
      const { variableValues } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
      if (!variableValues) return
      const plan = new Plan(schema, document, operation, () => {})
      for (let i = 0; i < 2; i++) {
        const actual = await outcomeOf(values, isSync, (args) => plan.execute({ ...args, variableValues }))
        expect(comparable(actual, isSync)).toEqual(comparable(expected, isSync))
      }
    }),
    { seed, numRuns: 250 },
  )
})

type Outcome = { result: ExecutionResult; world: World }

async function outcomeOf(
  seed: number,
  isSync: boolean,
  execute: (args: { rootValue: unknown; contextValue: World }) => ExecutionResult | Promise<ExecutionResult>,
): Promise<Outcome> {
  const world = new World(seed, isSync)
  return { result: await execute({ rootValue: rootOf(world), contextValue: world }), world }
}

function count({ data, errors = [] }: ExecutionResult): void {
  met.documents++
  if (data === undefined) met.invalidVariables++
  else if (errors.length > 0) met.withErrors++
  if (errors.some(({ path = [] }) => path.length > 3)) met.withDeepErrors++
  if (JSON.stringify(data ?? null).length > 500) met.large++
}

test('the random documents are diverse', () => {
  expect(met.documents).toBeGreaterThan(800)
  expect(met.withErrors).toBeGreaterThan(200)
  expect(met.withDeepErrors).toBeGreaterThan(15)
  expect(met.invalidVariables).toBeGreaterThan(5)
  expect(met.large).toBeGreaterThan(10)
})

/**
 * What is the same however long promises take. If several errors make the same object or list null, those that come
 * before it is null are reported, and nothing more is called below it.
 */
function comparable({ result: { data, errors = [] }, world: { calls } }: Outcome, isSync: boolean) {
  const own: string[] = []
  const nulled = new Set<string>()
  for (const error of errors) {
    const position = firstNull(data, error.path ?? [])
    if (position.length === (error.path ?? []).length) own.push(JSON.stringify(detailsOf(error)))
    else nulled.add(JSON.stringify(position))
  }
  return {
    data: JSON.stringify(data),
    own: own.sort(),
    nulled: [...nulled].sort(),
    calls: errors.length === 0 && calls.toSorted(),
    inOrder: isSync && [calls, errors.map(detailsOf)],
  }
}

/** The keys down to the first null on a path. */
function firstNull(data: unknown, path: GraphQLError['path'] & {}): readonly (string | number)[] {
  let value = data
  for (const [i, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, i)
    value = (value as Record<string | number, unknown>)[key]
  }
  return path
}

function detailsOf({ message, path, locations, extensions, originalError }: GraphQLError) {
  return [withoutValues(message), path, locations, extensions, originalError && withoutValues(originalError.message)]
}

/** Errors of the service, which callers do not see, describe types and values in other words. */
function withoutValues(message: string): string {
  if (/ but got: | is not a possible type | was resolved to | must resolve to |which is not a type of/.test(message))
    return 'wrong type'
  return /non-nullable value, returned|must not turn/.test(message) ? 'no value' : message
}
