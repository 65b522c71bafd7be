import { setTimeout as sleep } from 'node:timers/promises'
import type { Viewer } from '../viewer/viewer.ts'
import type { Services } from '../context.ts'
import { UsageError } from '../errors/usage-error.ts'
import type { PresentedEvent } from '../feed/event.rest.ts'
import { eventsAfter } from '../feed/event-page.ts'
import { eventParts, type Source } from '../feed/event-reader.ts'
import { isCursorExpired } from '../feed/feed-cursor.ts'
import { readableCursor } from '../feed/feed-cursors.ts'
import type { EventItem } from '../feed/visibility/visible-events.ts'
import { type EventView, viewerOf } from './event-view.ts'
import type { NatsStream } from './nats-stream.ts'

const page = { first: 100, maximumBytes: 1024 * 1024 }
/** How long nothing is looked at while the feed does not advance. */
const idleMs = 30_000
const retryMs = 1_000

export interface Relay {
  services: Services
  view: EventView
  present(viewer: Viewer, item: EventItem): Promise<PresentedEvent>
  open(): Promise<NatsStream>
}

/**
 * Publishes the events after the last message of the stream until the signal ends it. If NATS or PostgreSQL is away, it waits and tries
 * again. Throws UsageError for what only a person can decide.
 */
export async function relayEvents(relay: Relay, signal: AbortSignal): Promise<void> {
  const { log } = relay.services
  let lastProblem = ''
  while (!signal.aborted) {
    try {
      await using stream = await relay.open()
      log.info({ stream: stream.name, after: stream.lastCursor }, 'Casegate publishes events to NATS')
      await publishAfterLast(relay, stream, signal, () => (lastProblem = ''))
    } catch (err) {
      if (err instanceof UsageError) throw err
      const problem = String(err)
      if (problem !== lastProblem) log.warn({ err }, 'Events were not published. It is tried again every second.')
      lastProblem = problem
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}

async function publishAfterLast(
  { services, view, present }: Relay,
  stream: NatsStream,
  signal: AbortSignal,
  onPublished: () => void,
): Promise<void> {
  const { lastCursor } = stream
  // The stream was written by the service alone, also in the form that callers must not send any more.
  const after = readableCursor(lastCursor ?? '') ?? (await services.feedCursors.positionAfter(lastCursor))
  const reader = { viewer: await viewerOf(services.database, view), filter: null }
  const source: Source = {
    relay: services.feedRelay,
    quietMs: idleMs,
    async refresh() {
      reader.viewer = await viewerOf(services.database, view)
      return true
    },
    page: (after) => eventsAfter(services, reader, { after, ...page }).catch(explainExpired),
  }
  const closing = new AbortController()
  signal.addEventListener('abort', () => closing.abort(), { signal: closing.signal })
  if (signal.aborted) return
  for await (const { items } of await eventParts(source, after, closing)) {
    await stream.publish(await Promise.all(items.map((item) => present(reader.viewer, item))))
    onPublished()
  }
}

function explainExpired(error: unknown): never {
  if (!isCursorExpired(error)) throw error
  throw new UsageError(
    "The events after the stream's last message are no longer kept, or it belongs to another state of the database, such as one " +
      'before a restore. Purge the stream, and tell its readers: then the oldest event that is kept is published first.',
    { cause: error },
  )
}
