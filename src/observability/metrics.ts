import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ReplicaLag } from '../database/replicas/replicas.ts'
import type { Services } from '../context.ts'
import { listenError } from '../http/listen-error.ts'
import { faceOf, type RequestSummary } from './request-summary.ts'

/** Serves the metrics on a separate port. Throws InvalidSettings if it cannot listen there. */
export async function startMetrics({ host, port }: { host: string; port: number }, services: Services, log: Logger) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  readServices(registry, services)
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

/** Reads the figures of the services when the metrics are collected. */
function readServices(
  registry: Registry,
  { database, catalogue, caseQueue, listQueue, responseMemory, feedRelay, openStreams, replicas, webhooks }: Services,
): void {
  const register =
    (Metric: typeof Counter | typeof Gauge) => (name: string, help: string, read: Read, label?: string) =>
      new Metric({
        name,
        help,
        labelNames: label ? [label] : [],
        registers: [registry],
        collect(this: Counter | Gauge) {
          const figures = read()
          this.reset()
          if (typeof figures === 'number') this.inc(figures)
          else for (const [value, figure] of Object.entries(figures)) this.inc({ [label ?? '']: value }, figure)
        },
      })
  const [gauge, counter] = [register(Gauge), register(Counter)]

  const { pool } = database
  if (pool) {
    gauge('casegate_pool_connections', 'Open connections to PostgreSQL.', () => pool().total)
    gauge('casegate_pool_idle_connections', 'Idle connections to PostgreSQL.', () => pool().idle)
    gauge('casegate_pool_max_connections', 'The maximum number of connections to PostgreSQL.', () => pool().max)
    gauge('casegate_pool_waiting', 'Statements and transactions that wait for a connection.', () => pool().waiting)
  }
  gauge('casegate_changes_waiting', 'Changes that wait for another change of the same case.', () => caseQueue.waiting)
  gauge(
    'casegate_lists_waiting',
    'Statements of lists and pages of events that wait for others.',
    () => listQueue.waiting,
  )
  const unread = 'Bytes of large responses that are being built or have not been read yet.'
  gauge('casegate_response_memory_bytes', unread, () => responseMemory.total)
  counter(
    'casegate_change_retries_total',
    'Changes that were retried because another process changed the case first.',
    () => caseQueue.lostRaces,
  )
  counter('casegate_change_locks_total', 'Changes that locked their case to be first.', () => caseQueue.locks)
  gauge('casegate_event_streams', 'Open streams of events.', () => openStreams.count)
  const lag =
    'Seconds since this process last moved the committed events into the feed, or found another process doing so.'
  gauge('casegate_feed_lag_seconds', lag, () => feedRelay.lagSeconds)
  counter('casegate_feed_failures_total', 'Failed attempts to move events into the feed.', () => feedRelay.failures)
  counter('casegate_catalogue_loads_total', 'Loads of the catalogue.', () => catalogue.loads)
  if (replicas) {
    const lags = (read: (lag: ReplicaLag) => number) => () =>
      Object.fromEntries(replicas.all.flatMap(({ server, lag }) => (lag ? [[server.name, read(lag)]] : [])))
    const [seconds, bytes] = [lags((lag) => lag.seconds), lags((lag) => lag.bytes)]
    gauge('casegate_replica_lag_seconds', 'How long the replica has been behind the primary.', seconds, 'replica')
    gauge('casegate_replica_lag_bytes', 'The log that the replica has not replayed.', bytes, 'replica')
    counter('casegate_replica_reads_total', 'Statements that ran on a replica.', () => replicas.reads)
    const help = 'Reads that ran on the primary although there are replicas, by reason.'
    counter('casegate_replica_fallbacks_total', help, () => ({ ...replicas.fallbacks }), 'reason')
  }
  readWebhooks(gauge, counter, webhooks)
  const revision = () => (catalogue.revision === undefined ? {} : { [catalogue.revision]: 1 })
  gauge('casegate_catalogue_info', 'The revision of the catalogue in memory.', revision, 'revision')
}

type Register = (name: string, help: string, read: Read, label?: string) => unknown

function readWebhooks(gauge: Register, counter: Register, webhooks: Services['webhooks']): void {
  const byState = () => {
    const states = webhooks.endpoints().map(({ state }) => state)
    return Object.fromEntries(
      ['ACTIVE', 'FAILING'].map((name) => [name, states.filter((state) => state === name).length]),
    )
  }
  gauge('casegate_webhook_endpoints', 'Webhook endpoints that the process sends to, by state.', byState, 'state')
  const heldCases = () => webhooks.endpoints().reduce((sum, endpoint) => sum + endpoint.heldCases, 0)
  gauge(
    'casegate_webhook_held_cases',
    'Cases whose events wait because an attempt failed, for each endpoint.',
    heldCases,
  )
  const help = 'Attempts to send webhooks, by their failure. It is "none" if they succeeded.'
  counter('casegate_webhook_attempts_total', help, () => ({ ...webhooks.attempts }), 'failure')
}

/** Reads a figure, or one for each value of a label. */
type Read = () => number | Record<string, number>
