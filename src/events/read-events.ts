import { authenticate, viewerByToken } from '../viewer/authenticate.ts'
import { requireCredentials, requireViewer } from '../viewer/viewer.ts'
import type { RequestContext } from '../context.ts'
import { invalidInput } from '../errors/request-error.ts'
import type { CaseEventFilter } from '../feed/event-filter.ts'
import { eventsAfter, maximumEvents } from '../feed/event-page.ts'
import type { EventItem } from '../feed/visible-events.ts'

/** A page has fewer events if they are larger. */
const pageBytes = 1024 * 1024

/** Where to read, and which events. */
export interface EventArguments {
  filter?: CaseEventFilter | null | undefined
  after?: string | null | undefined
  first?: number | null | undefined
}

export interface EventFeed {
  items: EventItem[]
  endCursor: string
  hasMore: boolean
}

/**
 * Returns the events after a cursor that the caller sees. An empty page is held if the request prefers to wait. Throws
 * UNAUTHENTICATED, CURSOR_EXPIRED, RATE_LIMITED, and BAD_USER_INPUT for invalid arguments.
 */
export async function readEvents(
  context: RequestContext,
  { filter, after, first }: EventArguments,
): Promise<EventFeed> {
  const { services, viewer, responseBudget: budget } = await authenticate(context)
  const { feedCursors, listQueue, liveFeed, feedRelay, database } = services
  const { tokenHash } = requireCredentials(context)
  const size = checkSize(first ?? 100)
  const request = { first: size, maximumBytes: pageBytes, isOver: () => budget.excess !== undefined }
  using _ = context.waitSeconds ? liveFeed.limit.begin(context, false) : undefined
  const deadline = performance.now() + (context.waitSeconds ?? 0) * 1_000
  await feedRelay.catchUp()
  for (let start = await feedCursors.positionAfter(after); ;) {
    const position = start
    const read = () => eventsAfter(services, { viewer, filter }, { after: position, ...request })
    const { items, bytes, end, hasMore } = await listQueue.run(tokenHash, read)
    budget.charge(bytes)
    if (budget.excess) throw budget.excess
    const isEmpty = items.length === 0 && !hasMore
    if (!isEmpty || !(await liveFeed.advanced(end, deadline - performance.now(), budget)))
      return { items, endCursor: feedCursors.format(end), hasMore }
    start = end
    requireViewer(context, await database.load(viewerByToken, requireCredentials(context)))
  }
}

function checkSize(first: number): number {
  if (first >= 1 && first <= maximumEvents) return first
  throw invalidInput([{ message: `first must be from 1 to ${maximumEvents}.`, path: ['first'] }])
}
