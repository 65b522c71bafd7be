import type { Credentials } from '../viewer/viewer.ts'
import { bytesOf, type EventPage } from './event-page.ts'
import type { FeedPosition } from './feed-cursor.ts'
import type { FeedCursors } from './feed-cursors.ts'
import type { EventItem, Reader } from './visible-events.ts'

/** Some events of a stream. A stream that is quiet returns batches without any, so that its reader's cursor advances. */
export interface EventBatch {
  items: EventItem[]
  /** The cursor after the batch. */
  cursor: string
  /** Whether they have just happened. Those before are read page by page, as fast as the reader reads. */
  isLive: boolean
}

const quietMs = 15_000
/** How many bytes of events may wait for a reader, about, when further ones come. */
const maximumWaiting = 64 * 1024
/** More at once, as after an import, are sent as fast as the reader reads. */
const maximumLive = 100

/** What a stream needs of the feed. */
export interface Source {
  /** Reads the next page. */
  read(stream: EventStream): Promise<EventPage>
  /** Lets the feed push further events to the stream. False if there are events that the stream has not read. */
  join(stream: EventStream): boolean
  leave(stream: EventStream): void
}

/** The events for one reader, from a cursor on. It ends when it is closed. */
export class EventStream implements AsyncIterableIterator<EventBatch, undefined> {
  readonly credentials: Credentials
  readonly reader: Reader
  /** The position after what was read or pushed. */
  end: FeedPosition
  /** Is called when the stream is closed, also while its reader is sent something. */
  onClose: (() => void) | undefined
  isClosed = false
  readonly #source: Source
  readonly #cursors: FeedCursors
  /** Until it is returned. What a stream keeps of it would be kept for as long as the stream lives. */
  #first: EventPage | undefined
  /** Whether there may be events that happened before and were not read. */
  #hasMore = true
  #isJoined = false
  #waiting: EventBatch[] = []
  #wake = () => {}

  constructor(source: Source, cursors: FeedCursors, credentials: Credentials, reader: Reader, first: EventPage) {
    this.credentials = credentials
    this.reader = reader
    this.end = first.end
    this.#source = source
    this.#cursors = cursors
    this.#first = first
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<EventBatch, undefined>> {
    try {
      if (!this.isClosed) this.#isJoined ||= !this.#hasMore && this.#source.join(this)
      const value = this.isClosed ? null : await (this.#isJoined ? this.#live() : this.#past())
      if (value && !this.isClosed) return { done: false, value }
    } catch (error) {
      this.close()
      throw error
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.close()
    return { done: true, value: undefined }
  }

  async #past(): Promise<EventBatch> {
    const first = this.#first
    this.#first = undefined
    const { items, end, hasMore } = first ?? (await this.#source.read(this))
    this.end = end
    this.#hasMore = hasMore
    return { items, cursor: this.#cursors.format(end), isLive: false }
  }

  async #live(): Promise<EventBatch> {
    if (this.#waiting.length === 0) await this.#next()
    return this.#waiting.shift() ?? { items: [], cursor: this.#cursors.format(this.end), isLive: true }
  }

  /** Adds live events up to a position. A reader that is too far behind loses the stream, and resumes by its cursor. */
  push(items: EventItem[], end: FeedPosition): void {
    const news = items.filter(({ position }) => position.position > this.end.position)
    if (end.position > this.end.position) this.end = end
    const last = this.#waiting.at(-1)
    if (news.length === 0) {
      if (last) last.cursor = this.#cursors.format(end)
      return
    }
    if (last && this.#bytesWaiting() > maximumWaiting) return this.close()
    this.#waiting.push({ items: news, cursor: this.#cursors.format(end), isLive: news.length <= maximumLive })
    this.#wake()
  }

  #bytesWaiting(): number {
    const waiting = this.#waiting.flatMap(({ items }) => items)
    return waiting.reduce((sum, item) => sum + bytesOf(item), 0)
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#waiting = []
    this.#first = undefined
    this.#source.leave(this)
    this.#wake()
    this.onClose?.()
  }

  /** Resolves when something happens, or when nothing has for a while. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, quietMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The events of a stream one by one. None is kept after it was returned, however long the stream waits. */
export async function* itemsOf(stream: EventStream): AsyncGenerator<EventItem, void, undefined> {
  for await (const { items } of stream) while (items.length > 0) yield items.shift()!
}
