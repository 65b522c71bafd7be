import type { PageBudget } from '../cases/paging/page-key.ts'
import type { Services } from '../context.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'
import { readFeed } from './read-feed.ts'
import { type EventItem, type Reader, visibleEvents } from './visible-events.ts'

export const maximumEvents = 1_000

/** How many positions one request reads at most, however few of their events the reader sees. */
const maximumRead = 2_000

/** All changes of so many events are in memory at once. */
const partSize = 200

export interface EventPage {
  items: EventItem[]
  /** Where the next page continues. */
  end: FeedPosition
  /** Whether more may follow at once. */
  hasMore: boolean
}

/**
 * Reads up to `first` events that the reader sees, after a position; from the oldest event that is kept if it is null. A page may be
 * empty although more follow. Throws CURSOR_EXPIRED, and the excess of the budget.
 */
export async function eventsAfter(
  services: Pick<Services, 'database' | 'catalogue'>,
  reader: Reader,
  { after, first, budget }: { after: FeedPosition | null; first: number; budget?: PageBudget },
): Promise<EventPage> {
  const items: EventItem[] = []
  let end = after
  let hasMore = true
  for (let read = 0; hasMore && items.length < first && read < maximumRead; read += partSize) {
    const part = await readFeed(services.database, end, partSize)
    const [seen = []] = await visibleEvents(services, [reader], part.events)
    for (const item of seen) budget?.charge(bytesOf(item))
    if (budget?.excess) throw budget.excess
    items.push(...seen)
    ;({ end, hasMore } = part)
  }
  if (items.length <= first) return { items, end: end ?? feedStart, hasMore }
  const page = items.slice(0, first)
  return { items: page, end: page.at(-1)!.position, hasMore: true }
}

/** About how many bytes an event takes. */
export function bytesOf({ event }: EventItem): number {
  return Buffer.byteLength(JSON.stringify([event.changes, event.case?.caseData]))
}
