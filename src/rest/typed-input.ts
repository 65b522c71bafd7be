import {
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Problem } from '../errors.ts'
import { operationProblem, type ProblemDocument } from './problem.ts'
import { inputOf, rootSelection } from './root-field.ts'
import type { Route } from './route.ts'

/** Callers choose the number of problems. */
const maximumProblems = 100

/**
 * For routes with a code for values of a wrong type, returns a function that compares the input with its type. It removes
 * unknown members from the variables, and returns the problems. GraphQL would report the first ones only, without their places.
 * With problems, the variables are those of a dry run without values, because callers who may not do it, or who sent another
 * `If-Match`, must learn only that.
 */
export function typedInput(route: Route, schema: GraphQLSchema) {
  const { wrongTypeCode: code, openapi } = route
  const type = inputOf(rootSelection(route, schema).field)
  if (code === undefined || !type) return undefined
  return (variables: Record<string, unknown>): ProblemDocument | undefined => {
    const { value, problems } = compare(type, variables['input'], code)
    const { expectedRevisions } = value as { expectedRevisions?: unknown }
    variables['input'] = problems.length > 0 ? { dryRun: true, expectedRevisions } : value
    return problems.length > 0 ? operationProblem(problems, openapi.errors) : undefined
  }
}

function compare(inputType: GraphQLInputType, input: unknown, code: string) {
  const problems: Problem<string>[] = []
  return { value: read(inputType, input, []), problems }

  function read(type: GraphQLInputType, sent: unknown, path: string[]): unknown {
    if (sent === undefined || sent === null) return isNonNullType(type) ? add(path, 'is required') : sent
    if (isNonNullType(type)) return read(type.ofType, sent, path)
    if (isListType(type)) {
      if (!Array.isArray(sent)) return add(path, 'must be an array')
      return sent.map((item, index) => read(type.ofType, item, [...path, String(index)]))
    }
    if (!isInputObjectType(type)) return readLeaf(type, sent, path)
    if (typeof sent !== 'object' || Array.isArray(sent)) return add(path, 'must be an object')
    const members = Object.values(type.getFields()).map(({ name, type: member }) => {
      const value = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined
      return [name, read(member, value, [...path, name])] as const
    })
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }

  function readLeaf(type: GraphQLLeafType, sent: unknown, path: string[]): unknown {
    try {
      type.coerceInputValue(sent)
      return sent
    } catch {
      return add(path, mustBe(type))
    }
  }

  function add(path: string[], message: string): undefined {
    if (problems.length === maximumProblems) return
    const named = path.findLastIndex((key) => !/^\d+$/.test(key))
    const [name = '', ...indexes] = path.slice(named)
    problems.push({ code, path, message: `${name}${indexes.map((index) => `[${index}]`).join('')} ${message}.` })
  }
}

const typeNames: Record<string, string> = {
  Boolean: 'true or false',
  Float: 'a number',
  Int: 'an integer within ±2147483647',
  String: 'a string',
}

function mustBe(type: GraphQLLeafType): string {
  if (!isEnumType(type)) return `must be ${typeNames[type.name] ?? type.name}`
  const names = type.getValues().map(({ name }) => name)
  return `must be one of: ${names.join(', ')}`
}
