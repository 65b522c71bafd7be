import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { authenticate, viewerByToken } from '../viewer/authenticate.ts'
import { type Credentials, requireCredentials } from '../viewer/viewer.ts'
import type { RequestContext, Services } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import type { Config } from '../settings/config.ts'
import { eventsAfter } from './event-page.ts'
import { EventStream, type Source } from './event-stream.ts'
import { type FeedPosition, isCursorExpired } from './feed-cursor.ts'
import { FollowLimit } from '../events/follow-limit.ts'
import { latestPosition } from './latest-position.ts'
import { readFeed } from './read-feed.ts'
import type { EventArguments } from '../events/read-events.ts'
import { type Reader, visibleEvents } from './visible-events.ts'

// context.ts cannot import what reads cases, which import context.ts.
declare module '../context.ts' {
  interface Services {
    liveFeed: LiveFeed
  }
}

/** What a stream reads at once of what happened before. It is in memory for as long as a reader who does not read it is waited for. */
const page = { first: 50, maximumBytes: 32 * 1024 }
/** The other streams of the session read first. */
const maximumWaitMs = 60_000
/** How many positions are read at once for all streams. After an import, those who see none of its events wait until it has been read. */
const partSize = 1_000
/** The session of a stream is checked this often. */
const checkMs = 5_000
/** After a failure, if the feed does not advance earlier. */
const retryMs = 1_000
/** Over which time streams end, so that their clients do not all come back at once. */
const endingMs = 1_000

type Needed = Pick<Services, 'database' | 'catalogue' | 'feedRelay' | 'feedCursors' | 'listQueue'>

/** The streams of this process. Each part of the feed is read once, and what each may see of it is judged for all together. */
export class LiveFeed implements Source {
  readonly #services: Needed
  readonly #log: Logger
  readonly limit: FollowLimit
  /** With what they hold of the limits. */
  readonly #open = new Map<EventStream, Disposable>()
  /** Those that have read everything before `#end`. */
  readonly #joined = new Set<EventStream>()
  #end: FeedPosition | undefined
  /** End the requests that wait for events. */
  readonly #waiting = new Set<() => void>()
  #stopListening: (() => void) | undefined
  #checking: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #isReading = false
  #hasAdvanced = false
  #isClosing = false

  constructor(services: Needed, log: Logger, limits: Config['events']) {
    this.#services = services
    this.#log = log
    this.limit = new FollowLimit(limits)
  }

  /** How many streams are open. */
  get streams(): number {
    return this.#open.size
  }

  /**
   * Opens a stream, which must be iterated or closed. Throws UNAUTHENTICATED, BAD_USER_INPUT, CURSOR_EXPIRED, RATE_LIMITED if too many
   * are open of the session or the address, and UNAVAILABLE if too many are open.
   */
  async open(context: RequestContext, { filter, after }: Omit<EventArguments, 'first'>): Promise<EventStream> {
    const { viewer, services, responseBudget } = await authenticate(context)
    const held = this.limit.begin(context, true)
    try {
      const credentials = requireCredentials(context)
      const reader = { viewer, filter }
      await services.feedRelay.catchUp()
      const start = await services.feedCursors.positionAfter(after)
      const first = await this.#page(credentials, reader, start, () => responseBudget.isClosed)
      if (this.#isClosing) throw new RequestError('UNAVAILABLE', 'The service is shutting down.')
      const stream = new EventStream(this, services.feedCursors, credentials, reader, first)
      this.#open.set(stream, held)
      this.#checking ??= setInterval(() => void this.#checkSessions(), checkMs).unref()
      return stream
    } catch (error) {
      held[Symbol.dispose]()
      throw error
    }
  }

  /** One page of a session is read at a time. */
  #page({ tokenHash }: Credentials, reader: Reader, after: FeedPosition | null, isOver: () => boolean) {
    const read = () => eventsAfter(this.#services, reader, { after, ...page, isOver })
    return this.#services.listQueue.run(tokenHash, read, maximumWaitMs)
  }

  /**
   * Resolves to true once the feed has advanced beyond a position, and to false if it does not within the time or the caller leaves
   * before.
   */
  async advanced(end: FeedPosition, ms: number, response?: RequestContext['responseBudget']): Promise<boolean> {
    if (ms <= 0 || this.#isClosing) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const stopListening = this.#services.feedRelay.listen(() => resolve(true))
    const timer = setTimeout(resolve, ms, false)
    const giveUp = () => resolve(false)
    this.#waiting.add(giveUp)
    if (response) response.onClosed = giveUp
    try {
      const { position } = await latestPosition(this.#services.database)
      return position > end.position || (await promise)
    } finally {
      stopListening()
      clearTimeout(timer)
      this.#waiting.delete(giveUp)
    }
  }

  read(stream: EventStream) {
    return this.#page(stream.credentials, stream.reader, stream.end, () => stream.isClosed)
  }

  join(stream: EventStream): boolean {
    if (this.#joined.size === 0) this.#end = stream.end
    if (this.#end && stream.end.position < this.#end.position) return false
    this.#joined.add(stream)
    this.#stopListening ??= this.#services.feedRelay.listen(() => void this.#readNext())
    // The feed may have advanced while nobody listened.
    void this.#readNext()
    return true
  }

  leave(stream: EventStream): void {
    this.#open.get(stream)?.[Symbol.dispose]()
    this.#open.delete(stream)
    this.#joined.delete(stream)
    if (this.#open.size === 0) {
      clearInterval(this.#checking)
      this.#checking = undefined
    }
    if (this.#joined.size > 0) return
    this.#stopListening?.()
    this.#stopListening = undefined
    clearTimeout(this.#retry)
  }

  /** Ends all streams, spread over a second, and what waits. No stream is opened from now on. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const giveUp of this.#waiting) giveUp()
    await Promise.all(
      Array.from(this.#open.keys(), async (stream) => {
        await sleep(Math.random() * endingMs)
        stream.close()
      }),
    )
  }

  /** Reads what is new, once at a time. */
  async #readNext(): Promise<void> {
    this.#hasAdvanced = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#hasAdvanced && this.#joined.size > 0) {
        this.#hasAdvanced = false
        while (await this.#readPart());
      }
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isReading = false
    }
  }

  /** Returns whether more may follow at once. */
  async #readPart(): Promise<boolean> {
    const before = this.#end
    if (!before) return false
    const { events, end, hasMore } = await readFeed(this.#services.database, before, partSize)
    const streams = [...this.#joined]
    if (streams.length === 0 || this.#end !== before) return false
    // A stream that joins while the events are judged has read them.
    this.#end = end
    try {
      const readers = streams.map(({ reader }) => reader)
      const seen = await visibleEvents(this.#services, readers, events)
      for (const [index, stream] of streams.entries()) stream.push(seen[index]!, end)
    } catch (error) {
      if (this.#end === end) this.#end = before
      throw error
    }
    return hasMore
  }

  #fail(error: unknown): void {
    if (isCursorExpired(error)) {
      for (const stream of this.#joined) stream.close()
      return
    }
    this.#log.warn({ err: error }, 'The events of streams could not be read. It is tried again.')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => void this.#readNext(), retryMs).unref()
  }

  /** Ends the streams whose sessions have ended. Never rejects. */
  async #checkSessions(): Promise<void> {
    const { database } = this.#services
    await Promise.all(
      Array.from(this.#open.keys(), async (stream) => {
        const { credentials, reader } = stream
        const found = await database.load(viewerByToken, credentials).catch(() => reader)
        if (found?.viewer.touchpointCode === credentials.touchpoint) Object.assign(reader.viewer, found.viewer)
        else stream.close()
      }),
    )
  }
}
