import type { EventPart } from './event-page.ts'
import type { FeedPosition } from './feed-cursor.ts'
import type { FeedRelay } from './feed-relay.ts'

/** How the parts for a reader are read. */
export interface Source {
  relay: Pick<FeedRelay, 'advanced'>
  /** While nothing happens, there is a part without events after so many milliseconds. */
  quietMs: number
  /** Finds out whose view the reader has now: before each part but the first, and while it waits. False ends the reading. */
  refresh(): Promise<boolean>
  /** Reads the next part, from the oldest event if the position is null. */
  page(after: FeedPosition | null): Promise<EventPart>
  /** Reads what has just happened, once for many readers. Absent if they do not share it. */
  live?(after: FeedPosition): Promise<EventPart>
}

/** How long a reader waits at most before it finds out again whose view it has. */
const refreshMs = 5_000
/** A reader who took longer for a part may be behind. */
const promptMs = 1_000
/** By how many bytes of events, about, a reader of what happens may be behind. */
const maximumBehind = 64 * 1024

/**
 * The events that a reader sees, part by part: first page by page what happened before, as fast as they are read, then what happens. The
 * first part has been read when it resolves, so that its errors come then. Whoever aborts `closing` ends the reading, also while it waits, and
 * it is aborted when the reading ends. Nothing of a part is kept after it was returned.
 */
export async function eventParts(
  source: Source,
  start: FeedPosition | null,
  closing: AbortController,
): Promise<AsyncGenerator<EventPart, undefined>> {
  const { signal } = closing
  let after = start
  /** Whether the next part is a page. */
  let isBehind = true
  /** How many bytes were read page by page since the end of the feed was reached. Undefined before that. */
  let behind: number | undefined
  let part: EventPart | null
  try {
    part = await read(source.page(start))
  } catch (error) {
    closing.abort()
    throw error
  }
  return parts()

  async function* parts() {
    try {
      while (part && !signal.aborted) {
        const returnedAt = performance.now()
        yield part
        part = null
        if (!signal.aborted) part = await next(performance.now() > returnedAt + promptMs)
      }
    } finally {
      closing.abort()
    }
    return undefined
  }

  async function next(isLate: boolean): Promise<EventPart | null> {
    const quietAt = performance.now() + source.quietMs
    while (!isBehind) {
      const end = after!
      if (isLate && source.live && (await source.relay.advanced(end.position, 0, signal))) break
      const waitMs = Math.min(quietAt - performance.now(), refreshMs)
      const isNew = await source.relay.advanced(end.position, waitMs, signal)
      if (signal.aborted || !(await source.refresh())) return null
      if (isNew) {
        const happened = await read(source.live ? source.live(end) : source.page(end))
        if (happened.items.length > 0) return happened
      } else if (performance.now() >= quietAt) {
        return { items: [], bytes: 0, end, hasMore: false, isLive: true }
      }
    }
    if (!(await source.refresh())) return null
    const page = await read(source.page(after))
    if (!source.live || !page.hasMore || behind === undefined) return page
    behind += page.bytes
    return behind > maximumBehind ? null : page
  }

  async function read(reading: Promise<EventPart>): Promise<EventPart> {
    const found = await reading
    after = found.end
    isBehind = found.hasMore && !found.isLive
    if (!found.hasMore) behind = 0
    return found
  }
}

/** The events of a reading one by one. */
export async function* itemsOf(parts: AsyncIterable<EventPart>) {
  for await (const { items } of parts) while (items.length > 0) yield items.shift()!
}
