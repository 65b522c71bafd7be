import type { IncomingMessage } from 'node:http'
import type { Config } from '../settings/config.ts'
import type { Services } from '../context.ts'
import type { RequestSummary } from './request-summary.ts'
import type { RequestTrace } from './telemetry.ts'
import type { Logger } from 'pino'

/** Reports requests to metrics, traces or both. */
export interface Observer {
  metricsUrl: string | undefined
  /** Begins the trace of a request; undefined if requests are not traced. */
  trace: ((request: IncomingMessage) => RequestTrace) | undefined
  /** Counts a finished request; undefined if there are no metrics. */
  count: ((request: RequestSummary, seconds: number) => void) | undefined
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** Loads only the configured parts; undefined if there are none. Throws if it cannot listen on the metrics port. */
export async function startObserver(config: Config, services: Services, log: Logger): Promise<Observer | undefined> {
  const { host, metricsPort, tracesEndpoint } = config
  if (metricsPort === undefined && tracesEndpoint === undefined) return undefined
  await using starting = new AsyncDisposableStack()
  const metrics =
    metricsPort === undefined
      ? undefined
      : await (await import('./metrics.ts')).startMetrics({ host, port: metricsPort }, services, log)
  starting.defer(() => metrics?.close())
  const traces =
    tracesEndpoint === undefined ? undefined : (await import('./tracing.ts')).startTraces(tracesEndpoint, log)
  starting.move()
  return {
    metricsUrl: metrics?.url,
    trace: traces?.trace,
    count: metrics?.count,
    async close() {
      await Promise.all([metrics?.close(), traces?.close()])
    },
  }
}
