import type { DocumentNode, ExecutionResult } from 'graphql'
import type { RequestContext } from '../context.ts'
import { CachedResponse } from '../http/cached-response.ts'

/** The data of a result as JSON. A WeakMap would keep it for longer. */
const dataText = Symbol('dataText')
type ResultWithText = ExecutionResult & { [dataText]?: string | undefined }

/**
 * The length of the result's data as JSON in bytes. The text is kept for `resultText`. With a maximum, no text that is longer is
 * built, and the length is infinite.
 */
export function dataBytes(result: ResultWithText, maximum = Infinity): number {
  const text = (result[dataText] ??=
    maximum === Infinity ? JSON.stringify(result.data) : textWithin(result.data, maximum))
  return text === undefined ? Infinity : Buffer.byteLength(text)
}

class TooLong extends Error {}

/** Undefined if the text has more characters. It stops there. */
function textWithin(value: unknown, maximum: number): string | undefined {
  let length = 0
  const measured = (name: string, each: unknown) => {
    length += name.length + (typeof each === 'string' ? each.length : 1)
    if (length > maximum) throw new TooLong()
    return each
  }
  try {
    return JSON.stringify(value, measured)
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

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

export type Variables = Readonly<Record<string, unknown>> | null | undefined

/** Keeps the results of documents that many callers send. */
export interface ResultCache {
  /** Returns the result of a request that was sent before, or executes it and keeps its result if others may have it. */
  execute(
    document: DocumentNode,
    sent: Variables,
    context: RequestContext,
    execute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult>
}
