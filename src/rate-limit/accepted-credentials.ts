import { LRUCache } from 'lru-cache'

/** Bounds the memory. What was used least recently is dropped first, and counts by address until it is accepted again. */
const maximum = 100_000

/** The tokens or secrets that this process has accepted, by their hash, with their touchpoint. */
export class AcceptedCredentials {
  /** With `max`, the cache would allocate all of its entries at once. */
  readonly #touchpoints = new LRUCache<string, string>({ maxSize: maximum, sizeCalculation: () => 1 })

  has(hash: string, touchpoint: string): boolean {
    return this.#touchpoints.get(hash) === touchpoint
  }

  /** Remembers whether they were accepted. They are also rejected with another touchpoint, and stay accepted with their own. */
  note(hash: string, touchpoint: string, isAccepted: boolean): void {
    const isKnown = this.#touchpoints.peek(hash) === touchpoint
    if (isAccepted && !isKnown) this.#touchpoints.set(hash, touchpoint)
    if (!isAccepted && isKnown) this.#touchpoints.delete(hash)
  }
}
