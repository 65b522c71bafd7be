import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../context.ts'
import type { Queryable } from '../database/statements/statement.ts'
import type { EventPart } from './event-page.ts'
import type { FeedPosition } from './feed-cursor.ts'
import { readFeed } from './read-feed.ts'
import { type Reader, visibleEvents } from './visibility/visible-events.ts'

/** How many positions are read at once. After an import, those who see none of its events wait until it has been read. */
const partSize = 1_000
/** More at once, as after an import, are sent as fast as the reader reads. */
const maximumLive = 100
/** Readers that ask for the same part within this time share it. */
const sharedWithinMs = 5

type Needed = Pick<Services, 'database' | 'catalogue'>

interface Group {
  readers: Reader[]
  parts: Promise<EventPart[]>
}

/** Those of a database, by the position after which they read. */
const groupsOf = new WeakMap<Queryable, Map<string, Group>>()

/**
 * Reads what has just happened after a position, together with all readers that ask for the same within a moment: the feed once, and what
 * each may see is judged for all of them. Throws CURSOR_EXPIRED.
 */
export async function readShared(services: Needed, reader: Reader, after: FeedPosition): Promise<EventPart> {
  const groups = groupsOf.get(services.database) ?? new Map<string, Group>()
  groupsOf.set(services.database, groups)
  const key = `${after.position}:${after.caseId}:${after.version}`
  let group = groups.get(key)
  if (!group) {
    const readers: Reader[] = []
    const parts = sleep(sharedWithinMs).then(() => {
      groups.delete(key)
      return readFor(services, readers, after)
    })
    groups.set(key, (group = { readers, parts }))
  }
  const index = group.readers.push(reader) - 1
  return (await group.parts)[index]!
}

async function readFor(services: Needed, readers: readonly Reader[], after: FeedPosition): Promise<EventPart[]> {
  const { events, end, hasMore } = await readFeed(services.database, after, partSize)
  const seen = await visibleEvents(services, readers, events)
  return seen.map((items) => ({ items, bytes: 0, end, hasMore, isLive: items.length <= maximumLive }))
}
