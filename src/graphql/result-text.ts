import type { ExecutionResult } from 'graphql'
import { CachedResponse } from '../http/cached-response.ts'

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

/** A result that is sent many times, with the response bodies of both APIs. */
export class CachedResult implements ExecutionResult {
  readonly data: NonNullable<ExecutionResult['data']>
  readonly extensions: Record<string, unknown>
  #graphqlResponse: CachedResponse | undefined
  #restResponse: CachedResponse | undefined

  constructor({ data, extensions }: ExecutionResult) {
    this.data = data ?? {}
    this.extensions = extensions ?? {}
  }

  get graphqlResponse(): CachedResponse {
    return (this.#graphqlResponse ??= new CachedResponse(JSON.stringify(this)))
  }

  get restResponse(): CachedResponse {
    return (this.#restResponse ??= new CachedResponse(JSON.stringify(this.data)))
  }
}
