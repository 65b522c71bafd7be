import type { ExecutionResult } from 'graphql'
import { CachedResponse } from '../http/cached-response.ts'

/** The data of a result as JSON. A WeakMap would keep it for longer. */
const dataText = Symbol('dataText')
type ResultWithText = ExecutionResult & { [dataText]?: string }

/** The length of the result's data as JSON in bytes. The text is kept for `resultText`. */
export function dataBytes(result: ResultWithText): number {
  return Buffer.byteLength((result[dataText] ??= JSON.stringify(result.data)))
}

/** A result as JSON. */
export function resultText(result: ResultWithText): string {
  const { data: _, ...others } = result
  const text = result[dataText]
  if (text === undefined || others.errors) return JSON.stringify(result)
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
