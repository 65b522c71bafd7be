import {
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
} from 'graphql'
import { createScanner } from 'jsonc-parser'
import { type InputProblem, invalidInput, type ParameterProblem } from '../errors.ts'
import { connectionOf, inputOf, queryParametersOf, rootSelection } from './root-field.ts'
import { fieldsOutsideBody, type Route } from './route.ts'

/** Callers choose the number of problems. Each is longer than the member that causes it. */
const maximumProblems = 100

const credentialParameters = ['touchpoint', 'token']

/**
 * Returns a function for requests with `Prefer: handling=strict`. It throws BAD_USER_INPUT for unknown query parameters,
 * and for members of the body that are unknown or stand twice in an object. The schema defines which are known.
 */
export function strictHandling(route: Route, schema: GraphQLSchema) {
  const input = inputOf(rootSelection(route, schema).field)
  const parameters = [
    ...queryParametersOf(route, schema).map(({ name }) => name),
    ...(connectionOf(route, schema) ? ['totalCount'] : []),
    ...(input?.getFields()['dryRun'] ? ['dryRun'] : []),
    ...credentialParameters,
  ]
  return (query: URLSearchParams, body: string): void => {
    const problems = [...unknownParameters(query, parameters), ...(input ? bodyProblems(body, input) : [])]
    if (problems.length > maximumProblems) {
      const message = `There are ${problems.length - maximumProblems} more problems.`
      problems.splice(maximumProblems, Infinity, { message, path: [] })
    }
    if (problems.length > 0) throw invalidInput(problems)
  }
}

function unknownParameters(query: URLSearchParams, known: readonly string[]): ParameterProblem[] {
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((parameter) => ({ message: `${parameter} is unknown. ${listed('parameters', known)}`, parameter }))
}

/** An object or array of the body. */
interface Container {
  /** Undefined if the schema does not describe its content. */
  type: GraphQLInputType | undefined
  /** How often each name occurs in the object; undefined for arrays. */
  counts: Map<string, number> | undefined
  /** The current name or index. */
  key: string | number
}

/** The body is valid JSON. Objects that the schema does not describe are rejected anyway, and not searched. */
function bodyProblems(body: string, input: GraphQLInputObjectType): InputProblem[] {
  const problems: InputProblem[] = []
  const open: Container[] = []
  const scanner = createScanner(body, true)
  let isName = false
  while ((scanner.scan(), scanner.getTokenLength() > 0)) {
    const token = body[scanner.getTokenOffset()]
    const inner = open.at(-1)
    if (token === '{') {
      open.push({ type: inner ? contentType(inner) : input, counts: new Map(), key: '' })
      isName = true
    } else if (token === '[') {
      open.push({ type: inner && contentType(inner), counts: undefined, key: 0 })
      isName = false
    } else if (token === '}' || token === ']') {
      open.pop()
      isName = false
    } else if (token === ',' && inner) {
      isName = inner.counts !== undefined
      if (typeof inner.key === 'number') inner.key++
    } else if (token === '"' && isName && inner?.counts) {
      isName = false
      inner.key = scanner.getTokenValue()
      const problem = inner.type && memberProblem(inner, inner.counts, inner.key, inner === open[0])
      if (problem) problems.push({ message: problem, path: open.map(({ key }) => `${key}`) })
    }
  }
  return problems
}

function contentType({ type, key }: Container): GraphQLInputType | undefined {
  if (isListType(type)) return getNullableType(type.ofType)
  const field = isInputObjectType(type) ? type.getFields()[key] : undefined
  return field && getNullableType(field.type)
}

/** The problem of the object's current member. Each name is reported once. */
function memberProblem(
  { type }: Container,
  counts: Map<string, number>,
  name: string,
  isBody: boolean,
): string | undefined {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const known = isInputObjectType(type) ? membersOf(type, isBody) : null
  if (known && !known.includes(name)) {
    return count === 1 ? `${name} is unknown. ${listed('members', known)}` : undefined
  }
  return count === 2 ? `${name} must not be repeated.` : undefined
}

function membersOf(type: GraphQLInputObjectType, isBody: boolean): string[] {
  return Object.keys(type.getFields()).filter((name) => !isBody || !fieldsOutsideBody.includes(name))
}

function listed(what: string, names: readonly string[]): string {
  if (names.length === 1) return `The only known ${what.slice(0, -1)} is ${names[0]}.`
  return `The known ${what} are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`
}
