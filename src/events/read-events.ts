import { authenticate, viewerByToken } from '../viewer/authenticate.ts'
import { requireCredentials, requireViewer } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { invalidInput } from '../errors/request-error.ts'
import type { CaseEventFilter } from '../feed/visibility/event-filter.ts'
import { eventsAfter, maximumEvents } from '../feed/event-page.ts'
import { eventParts, type Source } from '../feed/event-reader.ts'

/** A page has fewer events if they are larger. */
const pageBytes = 1024 * 1024

/** Where to read, and which events. */
export interface EventArguments {
  filter?: CaseEventFilter | null | undefined
  after?: string | null | undefined
  first?: number | null | undefined
}

/**
 * Returns the events after a cursor that the caller sees. An empty page is held if the request prefers to wait. Throws
 * UNAUTHENTICATED, CURSOR_EXPIRED, RATE_LIMITED, and BAD_USER_INPUT for invalid arguments.
 */
export async function readEvents(context: RequestContext, { filter, after, first }: EventArguments) {
  const { services, viewer, responseBudget: budget } = await authenticate(context)
  const { feedCursors, listQueue, openStreams, feedRelay, database } = services
  const credentials = requireCredentials(context)
  const size = checkSize(first ?? 100)
  const waitMs = (context.waitSeconds ?? 0) * 1_000
  using _ = waitMs > 0 ? openStreams.hold(context, false) : undefined
  const deadline = performance.now() + waitMs
  await feedRelay.catchUp()
  const start = await feedCursors.positionAfter(after)
  const request = { first: size, maximumBytes: pageBytes, isOver: () => budget.excess !== undefined }
  const source: Source = {
    relay: feedRelay,
    quietMs: waitMs,
    async refresh() {
      requireViewer(context, await database.load(viewerByToken, credentials))
      return true
    },
    page: (after) =>
      listQueue.run(credentials.tokenHash, () => eventsAfter(services, { viewer, filter }, { after, ...request })),
  }
  const closing = new AbortController()
  budget.onClosed = () => closing.abort()
  let endCursor = ''
  for await (const { items, bytes, end, hasMore } of await eventParts(source, start, closing)) {
    budget.charge(bytes)
    if (budget.excess) throw budget.excess
    endCursor = feedCursors.format(end)
    if (items.length > 0 || hasMore || performance.now() >= deadline) return { items, endCursor, hasMore }
    // From now on it waits, and ends with the process.
    openStreams.addWaiting(closing)
  }
  return { items: [], endCursor, hasMore: false }
}

function checkSize(first: number): number {
  if (first >= 1 && first <= maximumEvents) return first
  throw invalidInput([{ message: `first must be from 1 to ${maximumEvents}.`, path: ['first'] }])
}

export type EventFeed = Awaited<ReturnType<typeof readEvents>>
