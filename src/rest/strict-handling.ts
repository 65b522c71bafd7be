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
import { connectionOf, inputOf, queryParametersOf, rootSelection } from './root-field.ts'
import { fieldsOutsideBody, type Route } from './route.ts'

const credentialParameters = ['touchpoint', 'token']

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
    ...(connectionOf(route, schema) ? ['totalCount'] : []),
    ...(input?.getFields()['dryRun'] ? ['dryRun'] : []),
    ...credentialParameters,
  ]
  const known = input && knownMembers(input)
  return (query: URLSearchParams, body: string): void => {
    const ofQuery = unknownParameters(query, parameters).take(maximum)
    const ofBody = known ? bodyProblems(body, input, known) : []
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

/** The members of a type, and the sentence that lists them. */
type KnownMembers = ReadonlyMap<GraphQLInputType, { names: ReadonlySet<string>; list: string }>

/** Those of the body and of all objects in it. */
function knownMembers(body: GraphQLInputObjectType): KnownMembers {
  const known = new Map<GraphQLInputType, { names: ReadonlySet<string>; list: string }>()
  const add = (type: GraphQLInputType) => {
    const named = getNamedType(type)
    if (!isInputObjectType(named) || known.has(named)) return
    const fields = Object.values(named.getFields()).filter(
      ({ name }) => named !== body || !fieldsOutsideBody.includes(name),
    )
    const names = fields.map(({ name }) => name)
    known.set(named, { names: new Set(names), list: listed('members', names) })
    for (const field of fields) add(field.type)
  }
  add(body)
  return known
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
      const type = undescribed > 0 ? undefined : inner ? contentType(inner) : input
      if (!type) undescribed++
      else if (token === '{') open.push({ type, counts: new Map(), key: '' })
      else open.push({ type, counts: undefined, key: 0 })
      isName = token === '{'
    } else if (token === '}' || token === ']') {
      if (undescribed > 0) undescribed--
      else open.pop()
      isName = false
    } else if (undescribed > 0 || !inner) {
      continue
    } else if (token === ',') {
      isName = inner.counts !== undefined
      if (typeof inner.key === 'number') inner.key++
    } else if (token === '"' && isName && inner.counts) {
      isName = false
      inner.key = scanner.getTokenValue()
      const problem = memberProblem(known, inner.type, inner.counts, inner.key)
      if (problem !== undefined) yield { message: problem, path: open.map(({ key }) => `${key}`) }
    }
  }
}

function contentType({ type, key }: Container): GraphQLInputType | undefined {
  if (isListType(type)) return getNullableType(type.ofType)
  const field = isInputObjectType(type) ? type.getFields()[key] : undefined
  return field && getNullableType(field.type)
}

/** The problem of an object's current member. Each name is reported once. */
function memberProblem(
  known: KnownMembers,
  type: GraphQLInputType,
  counts: Map<string, number>,
  name: string,
): string | undefined {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  const members = known.get(type)
  if (!members || members.names.has(name)) return count === 2 ? `${name} must not be repeated.` : undefined
  return count === 1 ? `${name} is unknown. ${members.list}` : undefined
}

function listed(what: string, names: readonly string[]): string {
  if (names.length === 1) return `The only known ${what.slice(0, -1)} is ${names[0]}.`
  return `The known ${what} are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`
}
