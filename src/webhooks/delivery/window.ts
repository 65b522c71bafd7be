import type { FeedPosition } from '../../events/feed-cursor.ts'
import type { FeedEvent } from '../../events/read-feed.ts'
import type { EventItem } from '../../events/visible-events.ts'

/** An event that an endpoint is to get. */
export interface JudgedEvent {
  event: FeedEvent
  /** As the endpoint saw it at the time. */
  item: EventItem
  /** By the monotonic clock, in milliseconds. */
  judgedAt: number
}

export interface WindowEntry extends JudgedEvent {
  isStarted: boolean
  isDone: boolean
}

/** The events that were read from the feed and are not all done, in its order. */
export class Window {
  /** A place without an entry is the end of a part of the feed that was read. */
  #places: { end: FeedPosition; entry: WindowEntry | null }[] = []

  get size(): number {
    return this.#places.length
  }

  add(events: readonly JudgedEvent[], end: FeedPosition): void {
    for (const judged of events) {
      this.#places.push({ end: judged.item.position, entry: { ...judged, isStarted: false, isDone: false } })
    }
    this.#places.push({ end, entry: null })
  }

  /** The entries that are not started, in their order. */
  *open(): Generator<WindowEntry> {
    for (const { entry } of this.#places) if (entry && !entry.isStarted && !entry.isDone) yield entry
  }

  /** Leaves out what is done at the start, and returns the last position of that. Null if nothing is. */
  advance(): FeedPosition | null {
    const first = this.#places.findIndex(({ entry }) => entry && !entry.isDone)
    const done = this.#places.splice(0, first === -1 ? this.#places.length : first)
    return done.at(-1)?.end ?? null
  }

  /** The positions that are done although an earlier one is not. */
  doneAhead(): number[] {
    return this.#places.flatMap(({ entry }) => (entry?.isDone ? [entry.event.position] : []))
  }
}
