import type { IncomingMessage } from 'node:http'
import { assignCaseErrors, updateCaseErrors } from '../cases/case.errors.ts'
import type { Config } from '../config.ts'
import type { RequestContext, Services } from '../context.ts'
import { requestErrors } from '../errors.ts'
import type { RequestSummary, RequestTrace } from './telemetry.ts'
import type { Logger } from 'pino'
import type { SharedUsage } from '../rate-limit/shared-usage.ts'

/** Reports every request to metrics, traces or both. */
export interface Observer {
  metricsUrl: string | undefined
  /** Begins the trace of a request; undefined if requests are not traced. */
  trace: ((request: IncomingMessage) => RequestTrace) | undefined
  end(context: RequestContext, response: ObservedResponse): void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export interface ObservedResponse {
  path: string
  status: number
  ms: number
  aborted: boolean
}

/** Loads only the configured parts; undefined if there are none. Throws if it cannot listen on the metrics port. */
export async function startObserver(
  config: Config,
  services: Services,
  log: Logger,
  sharedUsage: SharedUsage | undefined,
): Promise<Observer | undefined> {
  const { host, metricsPort, tracesEndpoint } = config
  if (metricsPort === undefined && tracesEndpoint === undefined) return undefined
  const metrics =
    metricsPort === undefined
      ? undefined
      : await (await import('./metrics.ts')).startMetrics({ host, port: metricsPort }, services, log, sharedUsage)
  const tracing =
    tracesEndpoint === undefined ? undefined : (await import('./tracing.ts')).startTraces(tracesEndpoint, log)
  return {
    metricsUrl: metrics?.url,
    trace: tracing && ((request) => tracing.begin(request)),
    end(context, response) {
      const summary = summarize(context, response)
      metrics?.count(summary)
      context.telemetry.trace?.end(summary)
    },
    async close() {
      await Promise.all([metrics?.close(), tracing?.close()])
    },
  }
}

function summarize({ requestId, telemetry }: RequestContext, response: ObservedResponse): RequestSummary {
  const { path, status, ms } = response
  return {
    face: path === '/graphql' ? 'graphql' : path.startsWith('/api/') ? 'rest' : 'other',
    operation: telemetry.operation ?? 'none',
    outcome: outcomeOf(telemetry.outcome, response),
    status,
    seconds: ms / 1000,
    requestId,
  }
}

const codes = new Set([
  ...[requestErrors, updateCaseErrors, assignCaseErrors].flatMap((table) => Object.keys(table)),
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
])

/** Codes that are not part of the contract, such as a library's, do not become labels. */
function outcomeOf(outcome: string | undefined, { status, aborted }: ObservedResponse): string {
  if (aborted) return 'aborted'
  if (outcome !== undefined && codes.has(outcome)) return outcome
  if (status >= 400) return String(status)
  return outcome === undefined ? 'ok' : 'error'
}
