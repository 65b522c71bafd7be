import { worksOnCases } from '../viewer/viewer.ts'
import { parseCaseId } from '../cases/case-facts.ts'
import type { Services } from '../context.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'
import { type CasesOfFeed, readFeed } from './read-feed.ts'
import { type EventItem, type Reader, visibleEvents } from './visibility/visible-events.ts'

export const maximumEvents = 1_000

/** All changes of so many events are in memory at once. */
const partSize = 200

/** How many positions a page reads at most, however few of their events the reader sees. */
const readFor = (first: number) => Math.min(2_000, Math.max(partSize, 20 * first))

/** About what an event takes besides its changes and the data of its case. */
const envelopeBytes = 300

/** Some events of the feed for a reader. */
export interface EventPart {
  items: EventItem[]
  /** About how many bytes the items of a page take. What has just happened is not counted. */
  bytes: number
  /** Where the next part continues. */
  end: FeedPosition
  /** Whether more may follow at once. */
  hasMore: boolean
  /** Whether they have just happened, and are few. */
  isLive: boolean
}

export interface PageRequest {
  after: FeedPosition | null
  first: number
  maximumBytes: number
  isOver?: () => boolean
}

/**
 * Reads up to `first` events that the reader sees, after a position; from the oldest event that is kept if it is null. The page ends
 * earlier with the event that makes it as large as `maximumBytes`, or when its caller has left, and it may be empty although more follow.
 * Throws CURSOR_EXPIRED.
 */
export async function eventsAfter(
  services: Pick<Services, 'database' | 'catalogue'>,
  reader: Reader,
  { after, first, maximumBytes, isOver = () => false }: PageRequest,
): Promise<EventPart> {
  const items: EventItem[] = []
  let end = after
  let hasMore = true
  let bytes = 0
  const cases = casesOf(reader)
  const isFull = () => items.length >= first || bytes >= maximumBytes
  for (let left = readFor(first); hasMore && !isFull() && left > 0 && !isOver(); left -= partSize) {
    const part = await readFeed(services.database, end, Math.min(partSize, left), cases)
    const [seen = []] = await visibleEvents(services, [reader], part.events)
    for (const item of seen) {
      if (isFull()) return { items, bytes, end: items.at(-1)!.position, hasMore: true, isLive: false }
      items.push(item)
      bytes += bytesOf(item)
    }
    ;({ end, hasMore } = part)
  }
  return { items, bytes, end: end ?? feedStart, hasMore, isLive: false }
}

/** The cases that contain all that the reader can see. Undefined if they are not known. Consumers and admins see none. */
function casesOf({ viewer, filter }: Reader): CasesOfFeed | undefined {
  if (!worksOnCases(viewer)) return { partyId: null, ids: [] }
  // Events of a case that stands twice would count twice, and the last ones would be skipped.
  const ids = filter?.caseId ? [...new Set(filter.caseId.flatMap((id) => parseCaseId(id) ?? []))] : null
  const partyId = viewer.login === 'PARTY' ? viewer.personId : null
  return ids || partyId !== null ? { partyId, ids } : undefined
}

/** About how many bytes an event takes. */
export function bytesOf({ event }: EventItem): number {
  return Buffer.byteLength(JSON.stringify([event.changes, event.case?.caseData])) + envelopeBytes
}
