import {
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
} from 'graphql'
import { createScanner } from 'jsonc-parser'
import { type InputProblem, maximumProblems, type ParameterProblem } from '../errors/problems.ts'
import { invalidInput } from '../errors/request-error.ts'
import { credentialParameters } from '../http/authentication.ts'
import { connectionOf, inputOf, queryParametersOf, rootSelection } from './root-field.ts'
import { fieldsOutsideBody, type Route } from './route.ts'

/**
 * Returns a function for requests with `Prefer: handling=strict`. It throws BAD_USER_INPUT for unknown query parameters,
 * and for members of the body that are unknown or repeated in an object. The schema defines which are known. It stops at the
 * maximum number of problems.
 */
export function strictHandling(route: Route, schema: GraphQLSchema) {
  const input = inputOf(rootSelection(route, schema).field)
  const { maximumProblems: maximum = maximumProblems } = route
  const parameters = [
    ...queryParametersOf(route, schema).map(({ name }) => name),
    ...Object.keys(route.openapi.received ?? {}),
    ...(connectionOf(route, schema) ? ['totalCount'] : []),
    ...(input?.getFields()['dryRun'] ? ['dryRun'] : []),
    ...credentialParameters,
  ]
  const known: KnownMembers = new Map()
  if (input) addMembers(known, input, fieldsOutsideBody(route))
  return (query: URLSearchParams, body: string): void => {
    const ofQuery = unknownParameters(query, parameters).take(maximum)
    const ofBody = input ? bodyProblems(body, input, known) : []
    const problems = [...ofQuery, ...Iterator.from(ofBody).take(maximum)].slice(0, maximum)
    if (problems.length > 0) throw invalidInput(problems)
  }
}

function* unknownParameters(query: URLSearchParams, known: readonly string[]): Generator<ParameterProblem> {
  const list = listed('parameters', known)
  for (const parameter of new Set(query.keys())) {
    if (!known.includes(parameter)) yield { message: `${parameter} is unknown. ${list}`, parameter }
  }
}

/** The members of each type in the body, and the sentence that lists them. */
type KnownMembers = Map<GraphQLInputType, Members>

interface Members {
  names: ReadonlySet<string>
  list: string
}

function addMembers(known: KnownMembers, type: GraphQLInputType, omitted: readonly string[] = []): void {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || known.has(named)) return
  const fields = Object.values(named.getFields()).filter(({ name }) => !omitted.includes(name))
  const names = fields.map(({ name }) => name)
  known.set(named, { names: new Set(names), list: listed('members', names) })
  for (const field of fields) addMembers(known, field.type)
}

/** An object or array of the body that the schema describes. */
interface Container {
  type: GraphQLInputType
  /** How often each name occurs in the object; undefined for arrays. */
  counts: Map<string, number> | undefined
  /** The current name or index. */
  key: string | number
}

/** The body is valid JSON. Values that the schema does not describe are not searched, because they are rejected anyway. */
function* bodyProblems(body: string, input: GraphQLInputObjectType, known: KnownMembers): Generator<InputProblem> {
  const open: Container[] = []
  /** How many objects and arrays are open that the schema does not describe. */
  let undescribed = 0
  const scanner = createScanner(body, true)
  let isName = false
  while ((scanner.scan(), scanner.getTokenLength() > 0)) {
    const token = body[scanner.getTokenOffset()]
    const inner = open.at(-1)
    if (token === '{' || token === '[') {
      isName = token === '{'
      const type = undescribed > 0 ? undefined : inner ? contentType(inner) : input
      if (type) open.push({ type, counts: isName ? new Map() : undefined, key: isName ? '' : 0 })
      else undescribed++
    } else if (token === '}' || token === ']') {
      isName = false
      if (undescribed > 0) undescribed--
      else open.pop()
    } else if (undescribed > 0 || !inner) {
      continue
    } else if (token === ',') {
      isName = inner.counts !== undefined
      if (typeof inner.key === 'number') inner.key++
    } else if (token === '"' && isName && inner.counts) {
      isName = false
      inner.key = scanner.getTokenValue()
      const message = memberProblem(known.get(inner.type), inner.counts, inner.key)
      if (message !== undefined) yield { message, path: open.map(({ key }) => `${key}`) }
    }
  }
}

function contentType({ type, key }: Container): GraphQLInputType | undefined {
  if (isListType(type)) return getNullableType(type.ofType)
  const field = isInputObjectType(type) ? type.getFields()[key] : undefined
  return field && getNullableType(field.type)
}

/** The problem of an object's current member. Each name is reported once. */
function memberProblem(members: Members | undefined, counts: Map<string, number>, name: string): string | undefined {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  if (!members || members.names.has(name)) return count === 2 ? `${name} must not be repeated.` : undefined
  return count === 1 ? `${name} is unknown. ${members.list}` : undefined
}

function listed(what: string, names: readonly string[]): string {
  if (names.length === 1) return `The only known ${what.slice(0, -1)} is ${names[0]}.`
  return `The known ${what} are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`
}
