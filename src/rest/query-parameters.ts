import { invalidInput, type RequestError } from '../errors.ts'

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

/** `problem` is the rest of the sentence about the parameter. */
export function invalidParameter(name: string, problem: string): RequestError {
  return invalidInput([{ message: `${name} ${problem}.`, parameter: name }])
}
