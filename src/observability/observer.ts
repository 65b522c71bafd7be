import type { Config } from '../settings/config.ts'
import type { Logger } from 'pino'
import type { Figure } from './figures.ts'

/** Reports requests to metrics, traces or both. */
export type Observer = NonNullable<Awaited<ReturnType<typeof startObserver>>>

/** Loads only the configured parts; undefined if there are none. Throws if it cannot listen on the metrics port. */
export async function startObserver(
  { host, metricsPort, tracesEndpoint, workers }: Config,
  figures: readonly Figure[],
  log: Logger,
) {
  if (metricsPort === undefined && tracesEndpoint === undefined) return undefined
  const metrics =
    metricsPort === undefined
      ? undefined
      : await (await import('./metrics.ts')).startMetrics({ host, port: metricsPort, workers }, figures, log)
  await using starting = new AsyncDisposableStack()
  starting.defer(() => metrics?.close())
  const traces =
    tracesEndpoint === undefined ? undefined : (await import('./tracing.ts')).startTraces(tracesEndpoint, log)
  starting.move()
  return {
    metricsUrl: metrics?.url,
    /** Begins the trace of a request; undefined if requests are not traced. */
    trace: traces?.trace,
    /** Counts a finished request; undefined if there are no metrics. */
    count: metrics?.count,
    async close() {
      await Promise.all([metrics?.close(), traces?.close()])
    },
  }
}
