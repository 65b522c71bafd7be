import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNullableInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql'
import { type InputProblem, maximumProblems, type Problem } from '../errors/problems.ts'
import { isDateTime } from '../graphql/schema/scalars.ts'
import { operationProblem, type ProblemDocument } from './problem.ts'
import { inputOf, rootSelection } from './root-field.ts'
import { fieldsOutsideBody, pascal, type RestResult, type Route } from './route.ts'

/**
 * For routes with a code for values of a wrong type, returns a function that compares the input with its type. It removes
 * unknown members from the variables. GraphQL would report only the first wrong values, without their paths. If there are any, the
 * variables are those of a dry run with the other values, and the function returns how to describe the problems together with those
 * of the result. Callers without permission get only that error.
 */
export function typedInput(route: Route, schema: GraphQLSchema) {
  const { wrongTypeCode: code, maximumProblems: maximum = maximumProblems, openapi } = route
  const type = inputOf(rootSelection(route, schema).field)
  if (code === undefined || !type) return undefined
  const sections = Object.keys(type.getFields())
  return (variables: Record<string, unknown>): ((result: RestResult) => ProblemDocument) | undefined => {
    const sent = variables['input'] as Record<string, unknown>
    const { value: read, problems } = compareInput(type, sent, code, maximum)
    const value = read as Record<string, unknown>
    variables['input'] = value
    if (problems.length === 0) return undefined
    const isFull = problems.length === maximum
    const toJudge = isFull ? Object.fromEntries(fieldsOutsideBody(route).map((name) => [name, sent[name]])) : value
    variables['input'] = { ...toJudge, dryRun: true, idempotencyKey: undefined }
    // Other items may refer to a section that is left out completely.
    const isComplete = !isFull && sections.every((name) => sent[name] == null || value[name] !== undefined)
    return ({ data }) => {
      const [result] = Object.values(data ?? {}) as { problems?: Problem<string>[] }[]
      return operationProblem(isComplete ? merged(problems, result?.problems ?? []) : problems, openapi.errors, route)
    }
  }

  /** In the order of the input. A value has one problem. */
  function merged(problems: readonly Problem<string>[], others: readonly Problem<string>[]): Problem<string>[] {
    const places = new Set(problems.map(placeOf))
    const order = ({ path: [section = '', index = ''] }: Problem<string>) =>
      sections.indexOf(section) * 1_000_000 + Number(index)
    const more = others.filter((problem) => !places.has(placeOf(problem)))
    return [...problems, ...more].toSorted((a, b) => order(a) - order(b)).slice(0, maximum)
  }
}

/** A member of the body, as the field of the mutation's input with this name takes it. Adds the problems of wrong types. */
export function readMember(
  schema: GraphQLSchema,
  mutation: string,
  name: string,
  sent: unknown,
  problems: InputProblem[],
): unknown {
  const input = schema.getType(`${pascal(mutation)}Input`) as GraphQLInputObjectType
  const { value, problems: found } = compareInput(input.getFields()[name]!.type, sent, '', maximumProblems, {
    place: [name],
    coerces: true,
  })
  problems.push(...found.map(({ message, path }) => ({ message, path })))
  return value
}

const placeOf = ({ path }: Problem<string>) => JSON.stringify(path)

/** Marks a value that cannot be left out. */
const wrong = Symbol('wrong')

interface Comparison {
  /** The location of the input. */
  place?: readonly string[]
  /** Whether a value stands for a list with it alone, as in GraphQL. */
  coerces?: boolean
  /** Whether a member that the type does not have is a problem. */
  rejectsUnknown?: boolean
}

/** Unknown names may be long. Messages and locations have only their beginning. */
const maximumName = 100

/** Compares an input with its type, and leaves out unknown members. Finds at most `maximum` problems, with this code. Then the value is incomplete. */
export function compareInput(
  inputType: GraphQLInputType,
  input: unknown,
  code: string,
  maximum: number,
  { place = [], coerces = false, rejectsUnknown = false }: Comparison = {},
) {
  const problems: Problem<string>[] = []
  const path = [...place]
  return { value: read(inputType, input), problems }

  /** A wrong value is left out, or what contains it if that is impossible. A wrong text is empty, which is never valid. */
  function read(type: GraphQLInputType, sent: unknown): unknown {
    const isMissing = sent === undefined || sent === null
    if (isNonNullType(type)) return isMissing ? add(type.ofType, 'is required') : readValue(type.ofType, sent)
    const value = isMissing ? sent : readValue(type, sent)
    return value === wrong ? undefined : value
  }

  function readValue(type: GraphQLNullableInputType, sent: {}): unknown {
    if (isListType(type)) {
      if (Array.isArray(sent)) return readItems(type.ofType, sent)
      return coerces ? readValue(type.ofType as GraphQLNullableInputType, sent) : add(type, 'must be an array')
    }
    if (isInputObjectType(type)) {
      return typeof sent === 'object' && !Array.isArray(sent) ? readMembers(type, sent) : add(type, 'must be an object')
    }
    const rule = rejection(type, sent)
    return rule === undefined ? sent : add(type, rule)
  }

  function readItems(type: GraphQLInputType, sent: readonly unknown[]): unknown {
    const items: unknown[] = []
    for (let index = 0; index < sent.length && problems.length < maximum; index++) {
      path.push(String(index))
      items.push(read(type, sent[index]))
      path.pop()
    }
    return items.includes(wrong) ? wrong : items
  }

  function readMembers(type: GraphQLInputObjectType, sent: object): unknown {
    const members: Record<string, unknown> = {}
    const fields = type.getFields()
    for (const name of rejectsUnknown ? Object.keys(sent) : []) {
      if (problems.length === maximum) break
      if (Object.hasOwn(fields, name)) continue
      path.push(name.slice(0, maximumName))
      add(type, `is unknown. It must be one of: ${Object.keys(fields).join(', ')}`)
      path.pop()
    }
    let isWrong = false
    for (const { name, type: member } of Object.values(fields)) {
      if (problems.length === maximum) break
      path.push(name)
      const value = read(member, Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined)
      path.pop()
      if (value === wrong) isWrong = true
      else if (value !== undefined) members[name] = value
    }
    return isWrong ? wrong : members
  }

  function add(type: GraphQLInputType, message: string): unknown {
    problems.push({ code, path: [...path], message: `${lastName(path)} ${message}.` })
    return isScalarType(type) && type.name === 'String' ? '' : wrong
  }
}

/** The last name in a path, with the indexes after it. */
function lastName(path: readonly string[]): string {
  const named = path.findLastIndex((key) => !/^\d+$/.test(key))
  const [name = '', ...indexes] = path.slice(named)
  return `${name}${indexes.map((index) => `[${index}]`).join('')}`
}

/** The scalars of inputs whose types are compared. GraphQL would throw an error for each wrong value, and judges all others. */
const scalars: Record<string, [noun: string, accepts: (value: unknown) => boolean]> = {
  DateTime: ['a time in the RFC 3339 format, for example 2026-07-02T09:15:00Z', isDateTime],
  Boolean: ['true or false', (value) => typeof value === 'boolean'],
  Float: ['a number', Number.isFinite],
  ID: ['a string', (value) => typeof value === 'string' || Number.isSafeInteger(value)],
  Int: ['an integer within ±2147483647', (value) => typeof value === 'number' && value === (value | 0)],
  String: ['a string', (value) => typeof value === 'string'],
}

/** What the value must be instead; undefined if it is valid. */
function rejection(type: GraphQLLeafType, value: unknown): string | undefined {
  if (isEnumType(type)) {
    if (typeof value === 'string' && type.getValue(value) !== undefined) return undefined
    const names = type.getValues().map(({ name }) => name)
    return `must be one of: ${names.join(', ')}`
  }
  const [noun, accepts] = scalars[type.name] ?? ['', () => true]
  return accepts(value) ? undefined : `must be ${noun}`
}
