import type { Config } from './config.ts'

/** Why several processes cannot serve with these settings. */
export function workersProblem({ workers, store }: Config): string | undefined {
  if (store.kind === 'embedded') {
    return 'must be 1 unless DATABASE_URL is set, because only one process can use the embedded store'
  }
  if (workers <= store.poolSize) return undefined
  return `must be at most DATABASE_POOL_SIZE, which is ${store.poolSize}: each process needs a connection`
}

/**
 * The settings of one of several processes. Limits that a process counts are divided, so that they apply to all processes together.
 * Only the pool is rounded down: the database may allow no more connections.
 */
export function shareOfWorker(config: Config): Config {
  const { workers, store, rateLimits, events } = config
  const share = (limit: number) => Math.ceil(limit / workers)
  return {
    ...config,
    store: store.kind === 'embedded' ? store : { ...store, poolSize: Math.floor(store.poolSize / workers) },
    maxConnections: share(config.maxConnections),
    maxConnectionsPerAddress: share(config.maxConnectionsPerAddress),
    rateLimits: rateLimits && {
      session: share(rateLimits.session),
      client: share(rateLimits.client),
      address: share(rateLimits.address),
    },
    events: {
      ...events,
      maxStreams: share(events.maxStreams),
      maxStreamsPerSession: share(events.maxStreamsPerSession),
      maxStreamsPerAddress: share(events.maxStreamsPerAddress),
    },
  }
}
