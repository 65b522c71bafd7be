import { LRUCache } from 'lru-cache'
import type { SharedUsage, UsageWindow } from './shared-usage.ts'

const windowMs = 60_000
/** Bounds the memory; the least recently used window is dropped first. */
const maximumWindows = 50_000

/** Usage below this part of a limit is not shared with other processes. */
const smallestSharedPart = 1 / 20

export interface RateLimitOptions {
  /** What the limit is for, such as "session". Its usage is shared under this name. */
  name: string
  /** Requests per minute of one subject. */
  maximum: number
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** Undefined if usage is not shared with other processes. */
  sharedUsage: SharedUsage | undefined
}

/** A limit after a request was counted. */
export interface LimitState {
  maximum: number
  remaining: number
  /** Until the end of the window. */
  secondsLeft: number
  isExceeded: boolean
}

/** Counts the requests of each subject in memory, so that no request waits for the database. */
export class RateLimit {
  readonly #options: RateLimitOptions
  /** With `max`, the cache would allocate all of its entries at once. */
  readonly #windows = new LRUCache<string, UsageWindow>({ maxSize: maximumWindows, sizeCalculation: () => 1 })

  constructor(options: RateLimitOptions) {
    this.#options = options
  }

  /** A window starts with its first request. Requests over the limit are not counted. */
  count(subject: string): LimitState {
    const { name, maximum, now: clock, sharedUsage } = this.#options
    const now = clock()
    let window = this.#windows.get(subject)
    if (!window || window.endsAt <= now) {
      window = { key: `${name} ${subject}`, used: 0, shared: 0, endsAt: now + windowMs }
      this.#windows.set(subject, window)
    }
    const secondsLeft = Math.ceil((window.endsAt - now) / 1000)
    if (window.used >= maximum) return { maximum, remaining: 0, secondsLeft, isExceeded: true }
    window.used++
    if (window.used >= maximum * smallestSharedPart) sharedUsage?.add(window)
    return { maximum, remaining: maximum - window.used, secondsLeft, isExceeded: false }
  }
}
