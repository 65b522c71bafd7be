import { getOperationAST, getVariableValues, GraphQLError, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { coerceVariables } from '../../src/graphql/variables.ts'
import { schema } from '../../src/schema.ts'
import { costlyVariables } from '../support/graphql/costly-variables.ts'

/** The errors with which the request is rejected before its execution. */
function errorsOf(query: string, variables: object, hasMany: boolean): readonly GraphQLError[] {
  const operation = getOperationAST(parse(query))!
  const sent = { schema, operation, variables: { ...variables }, hideSuggestions: false, hasMany, isInternal: false }
  try {
    return coerceVariables(sent).errors ?? []
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

describe.each([7_000, 15_000, 250_000])('variables of %i characters', (size) => {
  const hasManyVariables = size > 8 * 1024
  test.each(costlyVariables(size))('%s', (_name, query, variables) => {
    const errors = errorsOf(query, variables, hasManyVariables)
    expect(errors.length).toBeLessThanOrEqual(hasManyVariables ? 1 : 3)
    if (errors[0]?.message.startsWith('A list in the variables')) return
    const definitions = getOperationAST(parse(query))?.variableDefinitions ?? []
    const expected = getVariableValues(schema, definitions, variables, { maxErrors: 3 }).errors ?? []
    expect(errors.map(String)).toEqual(expected.slice(0, hasManyVariables ? 1 : 3).map(String))
  })
})

test.each<[variables: object, query: string]>([
  [{}, 'query ($v: ID!) { case(id: $v) { id } }'],
  [{ v: null }, 'query ($v: ID!) { case(id: $v) { id } }'],
  [{ v: null }, 'query ($v: ID! = 1) { case(id: $v) { id } }'],
  [{}, 'query ($v: ID! = 1) { case(id: $v) { id } }'],
  [{}, 'query ($v: Int) { cases(first: $v) { totalCount } }'],
  [{ v: 'x' }, 'query ($v: Int) { cases(first: $v) { totalCount } }'],
  [{ v: { status: ['a', {}] } }, 'query ($v: CaseFilter) { cases(filter: $v) { totalCount } }'],
])('%j has the errors of the executor in %s', (variables, query) => {
  const definitions = getOperationAST(parse(query))?.variableDefinitions ?? []
  const expected = getVariableValues(schema, definitions, { ...variables }).errors ?? []
  expect(errorsOf(query, variables, false).map(String)).toEqual(expected.map(String))
})

test('case data is not limited like a list, because the rules of its type reject what is wrong in it', () => {
  const query = 'mutation ($input: UpdateCaseInput!) { updateCase(input: $input) { __typename } }'
  const caseData = { notes: Array.from({ length: 10_000 }, () => 'x') }
  expect(errorsOf(query, { input: { caseInstanceId: '1', caseData } }, false)).toEqual([])
})
