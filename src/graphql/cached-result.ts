import type { ExecutionResult } from 'graphql'
import { CachedResponse } from '../http/cached-response.ts'

/** The result of a lookup, with the response bodies of both APIs. */
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
