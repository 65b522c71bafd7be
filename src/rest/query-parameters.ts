import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  parseType,
  typeFromAST,
} from 'graphql'
import { invalidInput, type RequestError } from '../errors/request-error.ts'

/** The value of a parameter. Throws BAD_USER_INPUT if it is repeated. */
export function textParameter(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw invalidParameter(name, 'must not be repeated')
  return value
}

/** Throws BAD_USER_INPUT unless the value is true or false. */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const value = textParameter(query, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, 'must be true or false')
  return value === 'true'
}

const instant = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/

/** A time in RFC 3339 format, in UTC. Throws BAD_USER_INPUT for other values. */
export function timeParameter(query: URLSearchParams, name: string): string | undefined {
  const value = textParameter(query, name)
  if (value === undefined) return undefined
  const time = instant.test(value) ? Date.parse(value) : NaN
  const text = Number.isNaN(time) ? '' : new Date(time).toISOString()
  if (/^(?!0000)\d{4}-/.test(text)) return text
  throw invalidParameter(name, 'must be a time such as 2026-07-02T09:15:00Z')
}

/**
 * Reads an argument of this GraphQL type. The fields of an input object are parameters of their own: without any, it is
 * undefined. Parameters for lists may be repeated. Throws BAD_USER_INPUT.
 */
export function readArgument(schema: GraphQLSchema, query: URLSearchParams, name: string, type: string): unknown {
  const found = typeFromAST(schema, parseType(type)) as GraphQLInputType
  if (!isInputObjectType(found)) return readParameter(query, name, found)
  const fields = Object.values(found.getFields())
  const sent = fields.filter((field) => query.has(field.name))
  if (sent.length === 0) return undefined
  return Object.fromEntries(sent.map((field) => [field.name, readParameter(query, field.name, field.type)]))
}

function readParameter(query: URLSearchParams, name: string, type: GraphQLInputType): unknown {
  const nullable = getNullableType(type)
  const item = isListType(nullable) ? getNullableType(nullable.ofType) : nullable
  if (item.toString() === 'Boolean') return booleanParameter(query, name)
  if (item.toString() === 'DateTime') return timeParameter(query, name)
  if (item.toString() === 'Int') return integerParameter(query, name)
  const value = item === nullable ? textParameter(query, name) : query.has(name) ? query.getAll(name) : undefined
  const allowed = isEnumType(item) ? item.getValues().map((each) => each.name) : undefined
  if (value === undefined || !allowed || [value].flat().every((each) => allowed.includes(each))) return value
  throw invalidParameter(name, `must be one of: ${allowed.join(', ')}`)
}

/** The arguments of a page, and whether to count the items of all pages. The schema checks the range of the size. */
export function pageParameters(query: URLSearchParams) {
  return {
    first: sizeParameter(query, 'first'),
    last: sizeParameter(query, 'last'),
    after: textParameter(query, 'after'),
    before: textParameter(query, 'before'),
    totalCount: booleanParameter(query, 'totalCount') ?? false,
  }
}

function sizeParameter(query: URLSearchParams, name: string): number | undefined {
  return integerParameter(query, name, 'an integer from 0 to 100')
}

function integerParameter(query: URLSearchParams, name: string, allowed = 'an integer'): number | undefined {
  const value = textParameter(query, name)
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value)) throw invalidParameter(name, `must be ${allowed}`)
  return Number(value)
}

/** `problem` is the rest of the sentence about the parameter. */
export function invalidParameter(name: string, problem: string): RequestError {
  return invalidInput([{ message: `${name} ${problem}.`, parameter: name }])
}
