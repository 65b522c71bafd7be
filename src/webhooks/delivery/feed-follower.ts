import type { Logger } from 'pino'
import { type FeedPosition, isCursorExpired } from '../../events/feed-cursor.ts'
import type { EventReader } from './event-reader.ts'
import type { LeasedEndpoint } from './leases.ts'
import type { JudgedEvent } from './window.ts'

/** Reads the feed for an endpoint, part by part. */
export class FeedFollower {
  readonly #endpoint: LeasedEndpoint
  readonly #services: { reader: EventReader; log: Logger }
  /** Where the next part begins. Null for the oldest event. */
  #readTo: FeedPosition | null
  /** Whether the next part begins where the stored progress ends. */
  #isAtStored = true
  #isReading = false
  #isAtEnd = false
  /** Counts how often the feed has advanced. */
  #advances = 0

  constructor(endpoint: LeasedEndpoint, services: { reader: EventReader; log: Logger }) {
    const { position, positionCaseId: caseId, positionVersion: version } = endpoint
    this.#endpoint = endpoint
    this.#services = services
    this.#readTo = { position, caseId, version }
  }

  /** Whether there may be a next part, and it is not being read. */
  get hasNext(): boolean {
    return !this.#isReading && !this.#isAtEnd
  }

  /** The feed may have advanced. */
  advanced(): void {
    this.#advances++
    this.#isAtEnd = false
  }

  /**
   * Reads the next part. Null if there is none, or if what follows the stored position is no longer kept: then the next one begins at the
   * oldest event. Throws CURSOR_EXPIRED if a later position is not in the feed, because the database has lost its last transactions.
   */
  async next(): Promise<{ events: JudgedEvent[]; end: FeedPosition } | null> {
    const { id, filter } = this.#endpoint
    const before = this.#advances
    this.#isReading = true
    try {
      const { events, end, hasMore } = await this.#services.reader.next(id, filter, this.#readTo)
      const hasMoved = end.position !== this.#readTo?.position
      this.#readTo = end
      this.#isAtStored &&= !hasMoved
      this.#isAtEnd = !hasMore && before === this.#advances
      return hasMoved ? { events, end } : null
    } catch (error) {
      if (!isCursorExpired(error) || !this.#isAtStored || !this.#readTo) throw error
      this.#services.log.warn(
        { endpoint: id },
        'Events that a webhook endpoint did not get are no longer kept. It continues at the oldest event.',
      )
      this.#readTo = null
      return null
    } finally {
      this.#isReading = false
    }
  }
}
