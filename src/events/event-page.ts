import type { Services } from '../context.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'
import { readFeed } from './read-feed.ts'
import { type EventItem, type Reader, visibleEvents } from './visible-events.ts'

export const maximumEvents = 1_000

/** How many positions one request reads at most, however few of their events the reader sees. */
const maximumRead = 2_000

/** All changes of so many events are in memory at once. */
const partSize = 200

/** About what an event takes besides its changes and the data of its case. */
const envelopeBytes = 300

export interface EventPage {
  items: EventItem[]
  /** About how many bytes the items take. */
  bytes: number
  /** Where the next page continues. */
  end: FeedPosition
  /** Whether more may follow at once. */
  hasMore: boolean
}

/**
 * Reads up to `first` events that the reader sees, after a position; from the oldest event that is kept if it is null. The page ends
 * earlier with the event that makes it as large as `maximumBytes`, and it may be empty although more follow. Throws CURSOR_EXPIRED.
 */
export async function eventsAfter(
  services: Pick<Services, 'database' | 'catalogue'>,
  reader: Reader,
  { after, first, maximumBytes }: { after: FeedPosition | null; first: number; maximumBytes: number },
): Promise<EventPage> {
  const items: EventItem[] = []
  let end = after
  let hasMore = true
  let bytes = 0
  const isFull = () => items.length >= first || bytes >= maximumBytes
  for (let read = 0; hasMore && !isFull() && read < maximumRead; read += partSize) {
    const part = await readFeed(services.database, end, partSize)
    const [seen = []] = await visibleEvents(services, [reader], part.events)
    for (const item of seen) {
      if (isFull()) return { items, bytes, end: items.at(-1)!.position, hasMore: true }
      items.push(item)
      bytes += bytesOf(item)
    }
    ;({ end, hasMore } = part)
  }
  return { items, bytes, end: end ?? feedStart, hasMore }
}

/** About how many bytes an event takes. */
export function bytesOf({ event }: EventItem): number {
  return Buffer.byteLength(JSON.stringify([event.changes, event.case?.caseData])) + envelopeBytes
}
