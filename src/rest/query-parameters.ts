import { invalidInput, type RequestError } from '../errors/request-error.ts'

/** The value of a parameter. Throws BAD_USER_INPUT if it is repeated. */
export function textParameter(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw invalidParameter(name, 'must not be repeated')
  return value
}

/** The values of a parameter that may be repeated. Undefined if there are none. */
export function textsParameter(query: URLSearchParams, name: string): string[] | undefined {
  const values = query.getAll(name)
  return values.length > 0 ? values : undefined
}

/** Throws BAD_USER_INPUT unless the value is true or false. */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const value = textParameter(query, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, 'must be true or false')
  return value === 'true'
}

/** Throws BAD_USER_INPUT unless the value is one of these. */
export function enumParameter(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const value = textParameter(query, name)
  if (value === undefined || values.includes(value)) return value
  throw invalidParameter(name, `must be one of: ${values.join(', ')}`)
}

/** The values of a parameter that may be repeated. Throws BAD_USER_INPUT unless each is one of these. */
export function enumsParameter(query: URLSearchParams, name: string, values: readonly string[]): string[] | undefined {
  const sent = textsParameter(query, name)
  if (!sent || sent.every((value) => values.includes(value))) return sent
  throw invalidParameter(name, `must be one of: ${values.join(', ')}`)
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
  const value = textParameter(query, name)
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value)) throw invalidParameter(name, 'must be an integer from 0 to 100')
  return Number(value)
}

/** `problem` is the rest of the sentence about the parameter. */
export function invalidParameter(name: string, problem: string): RequestError {
  return invalidInput([{ message: `${name} ${problem}.`, parameter: name }])
}
