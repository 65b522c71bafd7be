import type { RequestSummary } from './request-summary.ts'

/** Data about a running request, for the log, metrics and traces. */
export interface RequestTelemetry {
  /** The operation's name in the schema; undefined if none is executed. */
  operation: string | undefined
  /** The code of the error or problem; undefined if there is none, or if the status is enough. */
  outcome: string | undefined
  hasGraphqlErrors: boolean
  trace: RequestTrace | undefined
}

export type Phase = 'load' | 'decide' | 'write'

export interface RequestTrace {
  /** Runs the work as a phase of the request, and returns its result. */
  phase<Result>(name: Phase, work: () => Result): Result
  /** `route` is the template of the path; undefined if the path is unknown. */
  end(summary: RequestSummary, route: string | undefined): void
}

/** Runs a phase of a change, as a part of the request's trace if it has one. */
export function phase<Result>({ trace }: RequestTelemetry, name: Phase, work: () => Result): Result {
  return trace ? trace.phase(name, work) : work()
}
