import type { Credentials } from '../credentials.ts'

/** What a GraphQL client makes of an answer. */
export interface Outcome {
  data?: unknown
  /** The codes of `errors`, wherever the client has them. */
  codes?: string[]
  /** The HTTP status, where the client takes the answer for an HTTP error. */
  status?: number
  /** Whether the client gave up, as it was asked to. */
  cancelled?: true
}

/** A client that people use, with as few settings as it takes. */
export interface Client {
  name: string
  execute(url: string, request: ClientRequest): Promise<Outcome>
}

export interface ClientRequest {
  document: string
  variables: Record<string, unknown>
  caller: Credentials
  /** Has the client give up in the way that it offers. */
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
