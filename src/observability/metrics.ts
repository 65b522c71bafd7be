import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { listenError } from '../settings/listen-error.ts'
import type { Figure } from './figures.ts'
import { faceOf, type RequestSummary } from './request-summary.ts'

/** Serves the metrics on a separate port. Throws InvalidSettings if it cannot listen there. */
export async function startMetrics(
  { host, port }: { host: string; port: number },
  figures: readonly Figure[],
  log: Logger,
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const figure of figures) register(registry, figure)
  const count = countRequests(registry)

  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'Cannot read the metrics.')
        response.writeHead(500).end()
      },
    )
  })
  try {
    await once(server.listen(port, host), 'listening')
  } catch (cause) {
    throw listenError(cause, host, 'METRICS_PORT', port)
  }
  const { address, family, port: actualPort } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}/metrics`,
    count,
    async close() {
      const closed = server[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
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

function register(registry: Registry, { kind, name, help, read, label }: Figure): void {
  const Metric: typeof Counter | typeof Gauge = kind === 'gauge' ? Gauge : Counter
  const metric = new Metric({
    name,
    help,
    labelNames: label ? [label] : [],
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
