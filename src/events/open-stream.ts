import { setTimeout as sleep } from 'node:timers/promises'
import { authenticate, viewerByToken } from '../viewer/authenticate.ts'
import { requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext, Services } from '../context.ts'
import { type EventPart, eventsAfter } from '../feed/event-page.ts'
import { eventParts, type Source } from '../feed/event-reader.ts'
import { type FeedPosition, isCursorExpired } from '../feed/feed-cursor.ts'
import { readShared } from '../feed/read-shared.ts'
import type { Reader } from '../feed/visibility/visible-events.ts'
import type { EventArguments } from './read-events.ts'

/** What a stream reads at once of what happened before. It is in memory for as long as a reader who does not read it is waited for. */
const page = { first: 50, maximumBytes: 32 * 1024 }
/** The other streams of the session read first. */
const maximumWaitMs = 60_000
/** The session of a stream is checked this often. */
const checkMs = 5_000
const quietMs = 15_000
const retryMs = 1_000

/**
 * Opens a stream, which must be iterated or closed. `closing` ends it, and is aborted when it has ended. Throws UNAUTHENTICATED,
 * BAD_USER_INPUT, CURSOR_EXPIRED, RATE_LIMITED if too many are open of the session or the address, and UNAVAILABLE if too many are open.
 */
export async function openStream(context: RequestContext, { filter, after }: Omit<EventArguments, 'first'>) {
  const { viewer, services, responseBudget } = await authenticate(context)
  const { database, feedCursors, feedRelay, listQueue, openStreams } = services
  const credentials = requireCredentials(context)
  const reader = { viewer, filter }
  let checkedAt = performance.now()
  const source: Source = {
    relay: feedRelay,
    quietMs,
    async refresh() {
      if (performance.now() < checkedAt + checkMs) return true
      checkedAt = performance.now()
      const found = await database.load(viewerByToken, credentials).catch(() => reader)
      Object.assign(viewer, found?.viewer)
      return found?.viewer.touchpointCode === credentials.touchpoint
    },
    page(after) {
      const read = () => eventsAfter(services, reader, { after, ...page, isOver: () => responseBudget.isClosed })
      return listQueue.run(credentials.tokenHash, read, maximumWaitMs)
    },
    live: (after) => readLive(services, reader, after),
  }
  const held = openStreams.hold(context, true)
  const closing = new AbortController()
  closing.signal.addEventListener('abort', () => held[Symbol.dispose]())
  try {
    await feedRelay.catchUp()
    const parts = await eventParts(source, await feedCursors.positionAfter(after), closing)
    openStreams.add(closing)
    return { parts, closing }
  } catch (error) {
    closing.abort()
    throw error
  }
}

/** A failure ends no stream: it is tried again. */
async function readLive(services: Services, reader: Reader, after: FeedPosition): Promise<EventPart> {
  try {
    return await readShared(services, reader, after)
  } catch (error) {
    if (isCursorExpired(error)) throw error
    services.log.warn({ err: error }, 'The events of a stream could not be read. It is tried again.')
    await sleep(retryMs, undefined, { ref: false })
    return { items: [], bytes: 0, end: after, hasMore: false, isLive: true }
  }
}
