import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts'
import { assignCaseErrors, updateCaseErrors } from '../cases/case.errors.ts'
import type { Config } from '../config.ts'
import { requestErrors } from '../errors.ts'
import type { HttpResponse } from '../http/send.ts'
import type { Services } from '../context.ts'
import type { SeenRequest } from './telemetry.ts'

/** What looks at every request from outside: metrics, traces or both. */
export interface Observer {
  metricsUrl: string | undefined
  begin(request: IncomingMessage, response: HttpResponse): void
  /** For a response that is closed, after so many milliseconds. */
  end(response: HttpResponse, path: string, ms: number): void
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

/** Undefined, and nothing of it loaded, where neither is asked for. Throws where the port cannot be listened on. */
export async function startObserver(
  config: Config,
  services: Services,
  log: Logger,
  sharing: RateLimitStore | undefined,
): Promise<Observer | undefined> {
  const { host, metricsPort, tracesEndpoint } = config
  if (metricsPort === undefined && tracesEndpoint === undefined) return undefined
  const metrics =
    metricsPort === undefined
      ? undefined
      : await (await import('./metrics.ts')).startMetrics({ host, port: metricsPort }, services, log, sharing)
  const traces =
    tracesEndpoint === undefined ? undefined : (await import('./tracing.ts')).startTraces(tracesEndpoint, log)
  return {
    metricsUrl: metrics?.url,
    begin(request, response) {
      if (traces) response.telemetry.trace = traces.begin(request)
    },
    end(response, path, ms) {
      const seen = see(response, path, ms)
      metrics?.count(seen)
      response.telemetry.trace?.end(seen)
    },
    async close() {
      await Promise.all([metrics?.close(), traces?.close()])
    },
  }
}

function see(response: HttpResponse, path: string, ms: number): SeenRequest {
  return {
    face: path === '/graphql' ? 'graphql' : path.startsWith('/api/') ? 'rest' : 'other',
    operation: response.telemetry.operation ?? 'none',
    outcome: outcomeOf(response),
    status: response.statusCode,
    seconds: ms / 1000,
    requestId: response.requestId,
  }
}

const codes = new Set([
  ...[requestErrors, updateCaseErrors, assignCaseErrors].flatMap((table) => Object.keys(table)),
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
])

/** A code that is not the contract's, such as a library's, does not become a label. */
function outcomeOf({ telemetry: { outcome }, statusCode, writableFinished }: HttpResponse): string {
  if (!writableFinished) return 'aborted'
  if (outcome !== undefined && codes.has(outcome)) return outcome
  if (statusCode >= 400) return String(statusCode)
  return outcome === undefined ? 'ok' : 'error'
}
