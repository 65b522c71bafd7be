import { LRUCache } from 'lru-cache'
import { Quota, type Sharing, type Window } from './quota.ts'

/** So that nobody fills the memory; the least recently seen addresses go first. */
const maximumAddresses = 50_000

/** An address that sends credentials which nobody knows yet. What it uses up are failures. */
interface Address extends Window {
  /** Requests whose credentials are being judged. Each may be a failure. */
  open: number
  /** Requests that wait until theirs may be judged. */
  waiting: (() => void)[]
}

/**
 * Counts failed credentials by address. No more requests of an address are judged at a time than may still fail, or a
 * burst would be answered before its first failure is counted; what is more waits for a place.
 */
export class Suspects {
  readonly #quota: Quota
  readonly #now: () => number
  readonly #addresses = new LRUCache<string, Address>({ max: maximumAddresses })

  constructor(limit: number, sharing: Sharing | undefined, now: () => number) {
    const refusal = 'Too many requests from this address had wrong credentials.'
    this.#quota = new Quota('failures', limit, refusal, sharing)
    this.#now = now
  }

  /** Throws RATE_LIMITED where the address has failed too often. */
  require(key: string): void {
    const address = this.#addresses.get(key)
    if (address) this.#quota.require(address, this.#now())
  }

  /** Gives a place to be judged, where need be after waiting; throws RATE_LIMITED as soon as there can be none. */
  enter(key: string): Place | Promise<Place> {
    let address = this.#addresses.get(key)
    if (!address) this.#addresses.set(key, (address = { key, used: 0, shared: 0, endsAt: 0, open: 0, waiting: [] }))
    return this.#isFree(address) ? this.#open(address) : this.#wait(address)
  }

  async #wait(address: Address): Promise<Place> {
    // Another request may have taken the place before this one woke up.
    while (!this.#isFree(address)) {
      this.#quota.require(address, this.#now())
      await new Promise<void>((resolve) => address.waiting.push(resolve))
    }
    return this.#open(address)
  }

  #isFree(address: Address): boolean {
    return address.open < this.#quota.remaining(address, this.#now())
  }

  #open(address: Address): Place {
    address.open++
    return {
      close: (failed) => {
        address.open--
        if (failed) this.#quota.use(address, this.#now())
        const woken = this.#isFree(address) ? 1 : this.#quota.remaining(address, this.#now()) === 0 ? Infinity : 0
        for (const wake of address.waiting.splice(0, woken)) wake()
      },
    }
  }
}

export interface Place {
  /** Called once, as soon as the credentials are judged or will not be any more. */
  close(failed: boolean): void
}
