/** What metrics and traces report about a request. Created for each request and filled in while it runs. */
export interface RequestTelemetry {
  /** The operation's name in the schema; undefined where none is executed. */
  operation: string | undefined
  /** The code of what was refused or failed; undefined where nothing was, or where the status alone tells. */
  outcome: string | undefined
  /** Undefined where the request is not traced. */
  trace: RequestTrace | undefined
}

export type Phase = 'load' | 'decide' | 'write'

export interface RequestTrace {
  /** Runs the work as a phase of the request; gives what it gives. */
  phase<Result>(name: Phase, work: () => Result): Result
  end(seen: SeenRequest): void
}

/** A request that is over. Everything but its id comes from closed sets, so that it may become a label. */
export interface SeenRequest {
  face: 'rest' | 'graphql' | 'other'
  operation: string
  outcome: string
  status: number
  seconds: number
  requestId: string
}

/** Runs a phase of a change, as a part of the request's trace where it has one. */
export function phase<Result>({ trace }: RequestTelemetry, name: Phase, work: () => Result): Result {
  return trace ? trace.phase(name, work) : work()
}
