import {
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
import type { Problem } from '../errors.ts'
import { operationProblem, type ProblemDocument } from './problem.ts'
import { inputOf, rootSelection } from './root-field.ts'
import type { RestResult, Route } from './route.ts'

/** Callers choose the number of problems. */
const maximumProblems = 100

/**
 * For routes with a code for values of a wrong type, returns a function that compares the input with its type. It removes
 * unknown members from the variables. GraphQL would report the first wrong values only, without their places. If there are any, the
 * variables are those of a dry run with the other values, and the function returns how to describe the problems together with those
 * of the result. Callers who may not do it learn only that.
 */
export function typedInput(route: Route, schema: GraphQLSchema) {
  const { wrongTypeCode: code, openapi } = route
  const type = inputOf(rootSelection(route, schema).field)
  if (code === undefined || !type) return undefined
  const sections = Object.keys(type.getFields())
  return (variables: Record<string, unknown>): ((result: RestResult) => ProblemDocument) | undefined => {
    const sent = variables['input'] as Record<string, unknown>
    const { value, problems } = compare(type, sent, code)
    variables['input'] = value
    if (problems.length === 0) return undefined
    variables['input'] = { ...value, dryRun: true, idempotencyKey: undefined }
    // What is left out completely would be missing for others.
    const isComplete = sections.every((name) => sent[name] == null || value[name] !== undefined)
    return ({ data }) => {
      const [result] = Object.values(data ?? {}) as { problems?: Problem<string>[] }[]
      return operationProblem(isComplete ? merged(problems, result?.problems ?? []) : problems, openapi.errors)
    }
  }

  /** In the order of the input. A value has one problem. */
  function merged(problems: readonly Problem<string>[], others: readonly Problem<string>[]): Problem<string>[] {
    const places = new Set(problems.map(placeOf))
    const order = ({ path: [section = '', index = ''] }: Problem<string>) =>
      sections.indexOf(section) * 1_000_000 + Number(index)
    const more = others.filter((problem) => !places.has(placeOf(problem)))
    return [...problems, ...more].toSorted((a, b) => order(a) - order(b))
  }
}

const placeOf = ({ path }: Problem<string>) => JSON.stringify(path)

/** Stands for a value that cannot be left out. */
const wrong = Symbol('wrong')

function compare(inputType: GraphQLInputType, input: unknown, code: string) {
  const problems: Problem<string>[] = []
  return { value: read(inputType, input, []) as Record<string, unknown>, problems }

  /** A wrong value is left out, or what contains it if that is impossible. A wrong text is empty, which is never valid. */
  function read(type: GraphQLInputType, sent: unknown, path: string[]): unknown {
    if (!isNonNullType(type)) {
      if (sent === undefined || sent === null) return sent
      const value = readValue(type, sent, path)
      return value === wrong ? undefined : value
    }
    if (sent !== undefined && sent !== null) return readValue(type.ofType, sent, path)
    return add(type.ofType, path, 'is required')
  }

  function readValue(type: GraphQLNullableInputType, sent: {}, path: string[]): unknown {
    if (isListType(type)) {
      if (!Array.isArray(sent)) return add(type, path, 'must be an array')
      const items = sent.map((item, index) => read(type.ofType, item, [...path, String(index)]))
      return items.includes(wrong) ? wrong : items
    }
    if (!isInputObjectType(type)) return readLeaf(type, sent, path)
    if (typeof sent !== 'object' || Array.isArray(sent)) return add(type, path, 'must be an object')
    const members = Object.values(type.getFields()).map(({ name, type: member }) => {
      const value = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined
      return [name, read(member, value, [...path, name])] as const
    })
    if (members.some(([, value]) => value === wrong)) return wrong
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }

  function readLeaf(type: GraphQLLeafType, sent: unknown, path: string[]): unknown {
    try {
      type.coerceInputValue(sent)
      return sent
    } catch {
      return add(type, path, mustBe(type))
    }
  }

  function add(type: GraphQLInputType, path: string[], message: string): unknown {
    const replacement = isScalarType(type) && type.name === 'String' ? '' : wrong
    if (problems.length === maximumProblems) return replacement
    const named = path.findLastIndex((key) => !/^\d+$/.test(key))
    const [name = '', ...indexes] = path.slice(named)
    problems.push({ code, path, message: `${name}${indexes.map((index) => `[${index}]`).join('')} ${message}.` })
    return replacement
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
