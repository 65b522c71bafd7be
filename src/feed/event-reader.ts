import type { EventPart } from './event-page.ts'
import { type FeedPosition, feedStart } from './feed-cursor.ts'
import type { FeedRelay } from './feed-relay.ts'

/** How the parts for a reader are read. */
export interface Source {
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
 * The events that a reader sees, part by part: first page by page what happened before, as fast as they are read, then what happens. While
 * nothing does, there is a part without events after each `quietMs`. Nothing of a part is kept after it was returned.
 */
export class EventReader implements AsyncIterableIterator<EventPart, undefined> {
  /** Is called when the reading ends, also while a part is being used. */
  onClose: (() => void) | undefined
  readonly #relay: Pick<FeedRelay, 'advanced'>
  readonly #source: Source
  readonly #quietMs: number
  readonly #closing = new AbortController()
  /** After what was read. */
  #after: FeedPosition | null
  /** After what was returned. */
  #end: FeedPosition | null
  #first: EventPart | undefined
  /** Whether the next part is a page. */
  #isBehind = true
  /** How many bytes it has read page by page since it was at the end of the feed. Undefined if it was not there yet. */
  #behind: number | undefined
  #returnedAt = 0

  constructor(relay: Pick<FeedRelay, 'advanced'>, source: Source, after: FeedPosition | null, quietMs: number) {
    this.#relay = relay
    this.#source = source
    this.#quietMs = quietMs
    this.#after = after
    this.#end = after
  }

  /** The position after what was returned. What was read and is not returned any more comes after it. */
  get end(): FeedPosition {
    return this.#end ?? feedStart
  }

  /** Is aborted when the reading ends. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  get isClosed(): boolean {
    return this.signal.aborted
  }

  /** Reads the first part already, so that its errors come now. */
  async begin(): Promise<void> {
    try {
      this.#first = await this.#read(() => this.#source.page(this.#after))
    } catch (error) {
      this.close()
      throw error
    }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<EventPart, undefined>> {
    try {
      const value = this.isClosed ? null : await this.#next()
      this.#returnedAt = performance.now()
      if (value && !this.isClosed) {
        this.#end = value.end
        return { done: false, value }
      }
    } catch (error) {
      this.close()
      throw error
    }
    return this.return()
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  close(): void {
    if (this.isClosed) return
    this.#first = undefined
    this.#closing.abort()
    this.onClose?.()
  }

  async #next(): Promise<EventPart | null> {
    const first = this.#first
    this.#first = undefined
    if (first) return first
    const source = this.#source
    const isLate = source.live && performance.now() > this.#returnedAt + promptMs
    const quietAt = performance.now() + this.#quietMs
    while (!this.#isBehind) {
      const end = this.#after!
      if (isLate && (await this.#relay.advanced(end.position, 0, this.signal))) break
      const waitMs = Math.min(quietAt - performance.now(), refreshMs)
      const isNew = await this.#relay.advanced(end.position, waitMs, this.signal)
      if (this.isClosed || !(await source.refresh())) return null
      if (!isNew && performance.now() < quietAt) continue
      if (!isNew) return { items: [], bytes: 0, end, hasMore: false, isLive: true }
      const part = await this.#read(() => (source.live ? source.live(end) : source.page(end)))
      if (part.items.length > 0) return part
    }
    if (this.#returnedAt > 0 && !(await source.refresh())) return null
    const part = await this.#read(() => source.page(this.#after))
    if (!source.live || !part.hasMore || this.#behind === undefined) return part
    this.#behind += part.bytes
    return this.#behind > maximumBehind ? null : part
  }

  async #read(read: () => Promise<EventPart>): Promise<EventPart> {
    const part = await read()
    this.#after = part.end
    this.#isBehind = part.hasMore && !part.isLive
    if (!part.hasMore) this.#behind = 0
    return part
  }
}

/** The events of a reading one by one. */
export async function* itemsOf(reader: EventReader) {
  for await (const { items } of reader) while (items.length > 0) yield items.shift()!
}
