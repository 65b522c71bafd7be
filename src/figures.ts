import type { Services } from './context.ts'
import type { ReplicaLag } from './database/replicas/replicas.ts'
import { counter, type Figure, gauge } from './observability/figures.ts'

/** What the services report as metrics. */
export function figuresOf(services: Services): Figure[] {
  const { catalogue, caseQueue, listQueue, responseMemory, feedRelay, openStreams } = services
  return [
    ...poolFigures(services),
    gauge(
      'casegate_changes_waiting',
      'Changes that wait for another change of the same case.',
      () => caseQueue.waiting,
    ),
    gauge(
      'casegate_lists_waiting',
      'Statements of lists and pages of events that wait for others.',
      () => listQueue.waiting,
    ),
    gauge(
      'casegate_response_memory_bytes',
      'Bytes of large responses that are being built or have not been read yet.',
      () => responseMemory.total,
    ),
    counter(
      'casegate_change_retries_total',
      'Changes that were retried because another process changed the case first.',
      () => caseQueue.lostRaces,
    ),
    counter('casegate_change_locks_total', 'Changes that locked their case to be first.', () => caseQueue.locks),
    gauge('casegate_event_streams', 'Open streams of events.', () => openStreams.count),
    {
      ...gauge(
        'casegate_feed_lag_seconds',
        'Seconds since this process last moved the committed events into the feed, or found another process doing so.',
        () => feedRelay.lagSeconds,
      ),
      together: 'min',
    },
    counter('casegate_feed_failures_total', 'Failed attempts to move events into the feed.', () => feedRelay.failures),
    counter('casegate_catalogue_loads_total', 'Loads of the catalogue.', () => catalogue.loads),
    ...replicaFigures(services),
    ...webhookFigures(services),
    ...attachmentFigures(services),
    {
      ...gauge(
        'casegate_catalogue_info',
        'The revision of the catalogue in memory.',
        () => (catalogue.revision === undefined ? {} : { [catalogue.revision]: 1 }),
        'revision',
      ),
      together: 'max',
    },
  ]
}

function poolFigures({ database: { pool } }: Services): Figure[] {
  if (!pool) return []
  return [
    gauge('casegate_pool_connections', 'Open connections to PostgreSQL.', () => pool().total),
    gauge('casegate_pool_idle_connections', 'Idle connections to PostgreSQL.', () => pool().idle),
    gauge('casegate_pool_max_connections', 'The maximum number of connections to PostgreSQL.', () => pool().max),
    gauge('casegate_pool_waiting', 'Statements and transactions that wait for a connection.', () => pool().waiting),
  ]
}

function replicaFigures({ replicas }: Services): Figure[] {
  if (!replicas) return []
  const lags = (read: (lag: ReplicaLag) => number) => () =>
    Object.fromEntries(replicas.all.flatMap(({ server, lag }) => (lag ? [[server.name, read(lag)]] : [])))
  const [seconds, bytes] = [lags((lag) => lag.seconds), lags((lag) => lag.bytes)]
  const help = 'Reads that ran on the primary although there are replicas, by reason.'
  return [
    {
      ...gauge('casegate_replica_lag_seconds', 'How long the replica has been behind the primary.', seconds, 'replica'),
      together: 'max',
    },
    {
      ...gauge('casegate_replica_lag_bytes', 'The log that the replica has not replayed.', bytes, 'replica'),
      together: 'max',
    },
    counter('casegate_replica_reads_total', 'Statements that ran on a replica.', () => replicas.reads),
    counter('casegate_replica_fallbacks_total', help, () => ({ ...replicas.fallbacks }), 'reason'),
  ]
}

function webhookFigures({ webhooks }: Services): Figure[] {
  const byState = () => {
    const states = webhooks.endpoints.map(({ state }) => state)
    return Object.fromEntries(
      ['ACTIVE', 'FAILING'].map((name) => [name, states.filter((state) => state === name).length]),
    )
  }
  const heldCases = () => webhooks.endpoints.reduce((sum, endpoint) => sum + endpoint.heldCases, 0)
  const held = 'Cases whose events wait because an attempt failed, for each endpoint.'
  const help = 'Attempts to send webhooks, by their failure. It is "none" if they succeeded.'
  return [
    gauge('casegate_webhook_endpoints', 'Webhook endpoints that the process sends to, by state.', byState, 'state'),
    gauge('casegate_webhook_held_cases', held, heldCases),
    counter('casegate_webhook_attempts_total', help, () => ({ ...webhooks.attempts }), 'failure'),
  ]
}

function attachmentFigures({ attachments }: Services): Figure[] {
  const bytes = 'Bytes of files that were received, and of those that were sent.'
  const refusals = 'Uploads that stored nothing, by the code of their error. It is ABORTED if the caller left.'
  return [
    gauge('casegate_attachment_uploads', 'Uploads that are under way.', () => attachments.uploading.size),
    counter('casegate_attachment_bytes_total', bytes, () => ({ ...attachments.bytes }), 'direction'),
    counter('casegate_attachment_refusals_total', refusals, () => ({ ...attachments.refusals }), 'code'),
    counter('casegate_attachments_removed_total', 'Files that the sweep has removed.', () => attachments.swept),
  ]
}
