import type { Credentials } from '../auth/viewer.ts'
import { bytesOf, type EventPage } from './event-page.ts'
import { type FeedPosition, formatCursor } from './feed-cursor.ts'
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
export class EventStream implements AsyncIterable<EventBatch> {
  readonly credentials: Credentials
  readonly reader: Reader
  /** The position after what was read or pushed. */
  end: FeedPosition
  /** Is called when the stream is closed, also while its reader is sent something. */
  onClose: (() => void) | undefined
  readonly #source: Source
  readonly #first: EventPage
  #isClosed = false
  #waiting: EventBatch[] = []
  #wake = () => {}

  constructor(source: Source, credentials: Credentials, reader: Reader, first: EventPage) {
    this.credentials = credentials
    this.reader = reader
    this.end = first.end
    this.#source = source
    this.#first = first
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EventBatch, void, undefined> {
    try {
      for (let page = this.#first; !this.#isClosed; page = await this.#source.read(this)) {
        const { items, end, hasMore } = page
        this.end = end
        yield { items, cursor: formatCursor(end), isLive: false }
        if (!hasMore && this.#source.join(this)) break
      }
      while (!this.#isClosed) {
        if (this.#waiting.length === 0) await this.#next()
        const batch = this.#waiting.shift()
        if (!this.#isClosed) yield batch ?? { items: [], cursor: formatCursor(this.end), isLive: true }
      }
    } finally {
      this.close()
    }
  }

  /** Adds live events up to a position. A reader that is too far behind loses the stream, and resumes by its cursor. */
  push(items: EventItem[], end: FeedPosition): void {
    const news = items.filter(({ position }) => position.position > this.end.position)
    if (end.position > this.end.position) this.end = end
    const last = this.#waiting.at(-1)
    if (news.length === 0) {
      if (last) last.cursor = formatCursor(end)
      return
    }
    if (last && this.#bytesWaiting() > maximumWaiting) return this.close()
    this.#waiting.push({ items: news, cursor: formatCursor(end), isLive: news.length <= maximumLive })
    this.#wake()
  }

  #bytesWaiting(): number {
    const waiting = this.#waiting.flatMap(({ items }) => items)
    return waiting.reduce((sum, item) => sum + bytesOf(item), 0)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#waiting = []
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

/** The events of a stream one by one. */
export async function* itemsOf(stream: EventStream): AsyncGenerator<EventItem, void, undefined> {
  for await (const { items } of stream) yield* items
}
