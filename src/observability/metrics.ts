import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Figure } from './figures.ts'
import { serveMetrics } from './metrics-endpoint.ts'
import { faceOf, type RequestSummary } from './request-summary.ts'
import { answerPrimary } from './worker-metrics.ts'

interface MetricsOptions {
  host: string
  port: number
  workers: number
}

/** Serves the metrics on a separate port. One of several processes sends them to the primary, which serves the sums. */
export async function startMetrics({ host, port, workers }: MetricsOptions, figures: readonly Figure[], log: Logger) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const figure of figures) register(registry, figure)
  const count = countRequests(registry)
  const endpoint =
    workers === 1 ? await serveMetrics({ host, port }, () => registry.metrics(), log) : answerPrimary(registry, log)
  return { ...endpoint, count }
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function countRequests(registry: Registry) {
  const requests = new Counter({
    name: 'casegate_requests_total',
    help: 'Requests by face, operation and outcome.',
    labelNames: ['face', 'operation', 'outcome'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'casegate_request_duration_seconds',
    help: 'The duration of requests, from their headers to the end of the response.',
    labelNames: ['face', 'operation'],
    buckets: secondBuckets,
    registers: [registry],
  })
  // Finding a series by its labels costs more than counting.
  const series = new Map<string, { count: Counter.Internal; duration: Histogram.Internal<'face' | 'operation'> }>()

  return ({ path, operation = 'none', outcome }: RequestSummary, seconds: number): void => {
    const face = faceOf(path)
    const key = `${face} ${operation} ${outcome}`
    let found = series.get(key)
    if (!found) {
      found = { count: requests.labels(face, operation, outcome), duration: durations.labels(face, operation) }
      series.set(key, found)
    }
    found.count.inc()
    found.duration.observe(seconds)
  }
}

function register(registry: Registry, { kind, name, help, read, label, together }: Figure): void {
  const Metric: typeof Counter | typeof Gauge = kind === 'gauge' ? Gauge : Counter
  const metric = new Metric({
    name,
    help,
    labelNames: label ? [label] : [],
    aggregator: together ?? 'sum',
    registers: [],
    collect(this: Counter | Gauge) {
      const figures = read()
      this.reset()
      if (typeof figures === 'number') this.inc(figures)
      else for (const [value, figure] of Object.entries(figures)) this.inc({ [label ?? '']: value }, figure)
    },
  })
  registry.registerMetric(metric)
}
