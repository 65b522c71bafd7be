import type { Credentials } from '../requests/credentials.ts'

/** The outcome of a request, as a GraphQL client reports it. */
export interface Outcome {
  data?: unknown
  /** The codes of `errors`. */
  codes?: string[]
  /** The HTTP status if the client reports an HTTP error. */
  status?: number
  /** Whether the client cancelled the request. */
  cancelled?: true
}

/** A popular client with minimal settings. */
export interface Client {
  name: string
  execute(url: string, request: ClientRequest): Promise<Outcome>
}

export interface ClientRequest {
  document: string
  variables: Record<string, unknown>
  caller: Credentials
  /** Cancels the request in the way that the client offers. */
  signal?: AbortSignal
}

export interface AnswerErrors {
  errors?: readonly { extensions?: Record<string, unknown> }[] | undefined
}

export function codesOf({ errors = [] }: AnswerErrors): string[] {
  return errors.map(({ extensions }) => String(extensions?.['code']))
}

export function cancelledOrThrown(error: unknown, signal: AbortSignal | undefined): Outcome {
  if (signal?.aborted) return { cancelled: true }
  throw error
}
