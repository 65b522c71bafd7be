import { authenticate } from '../auth/authenticate.ts'
import type { RequestContext } from '../context.ts'
import { invalidInput } from '../errors/request-error.ts'
import type { CaseEventFilter } from './event-filter.ts'
import { eventsAfter, maximumEvents } from './event-page.ts'
import { formatCursor } from './feed-cursor.ts'
import { positionAfter } from './read-feed.ts'
import type { EventItem } from './visible-events.ts'

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

/** Returns the events after a cursor that the caller sees. Throws CURSOR_EXPIRED, and BAD_USER_INPUT for invalid arguments. */
export async function readEvents(
  context: RequestContext,
  { filter, after, first }: EventArguments,
): Promise<EventFeed> {
  const { services, viewer, responseBudget: budget } = await authenticate(context)
  const start = await positionAfter(services.database, after)
  const page = { after: start, first: checkSize(first ?? 100), budget }
  const { items, end, hasMore } = await eventsAfter(services, { viewer, filter }, page)
  return { items, endCursor: formatCursor(end), hasMore }
}

function checkSize(first: number): number {
  if (first >= 1 && first <= maximumEvents) return first
  throw invalidInput([{ message: `first must be from 1 to ${maximumEvents}.`, path: ['first'] }])
}
