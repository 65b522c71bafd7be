import { authentication } from '../auth/authentication.ts'
import { LookupCache } from '../catalogue/lookup/lookup-cache.graphql.ts'
import type { Database } from '../database/database.ts'
import { UsageError } from '../errors/usage-error.ts'
import { eventDocument, presentEvent } from '../feed/event.rest.ts'
import { createExecutor } from '../graphql/executor.ts'
import { executeAs } from '../http/requests/request-context.ts'
import { createLogger } from '../observability/logger.ts'
import { schema } from '../schema.ts'
import { createServices } from '../server.ts'
import type { Config } from '../settings/config.ts'
import type { EventView } from '../nats/event-view.ts'
import { NatsStream } from '../nats/nats-stream.ts'
import { relayEvents } from '../nats/publish-events.ts'

/** Publishes events to NATS until the signal ends it. What is being published is published first. */
export async function publishToNats(
  database: Database,
  config: Config,
  view: EventView,
  signal: AbortSignal,
): Promise<void> {
  const { nats, events } = config
  if (!nats) throw new UsageError('Set NATS_URL to the URL of the NATS server.')
  const log = await createLogger(config)
  const services = createServices(database, config, log)
  const executor = createExecutor(config, {
    log,
    schema,
    internalDocuments: [eventDocument],
    lookups: new LookupCache(),
    authentication,
  })
  // Without a running server, nobody else moves events into the feed.
  services.feedRelay.start()
  const relay = {
    services,
    view,
    present: (viewer, item) => executeAs(services, viewer, (context) => presentEvent(executor, context, item)),
    open: () => NatsStream.open(nats, events.retentionDays),
  } satisfies Parameters<typeof relayEvents>[0]
  try {
    await relayEvents(relay, signal)
    log.info('Casegate has stopped')
  } finally {
    services.replicas?.close()
    await services.feedRelay.close()
  }
}
