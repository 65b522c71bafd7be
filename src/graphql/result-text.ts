import type { ExecutionResult } from 'graphql'

const texts = new WeakMap<object, string>()

/** The data of a result as JSON, which is kept for `resultText`. */
export function dataText(data: object): string {
  let text = texts.get(data)
  if (text === undefined) texts.set(data, (text = JSON.stringify(data)))
  return text
}

/** A result as JSON. */
export function resultText(result: ExecutionResult): string {
  const { data, ...others } = result
  const text = data && texts.get(data)
  if (text === undefined || text === null || others.errors) return JSON.stringify(result)
  const rest = JSON.stringify(others)
  return `{"data":${text}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`
}
