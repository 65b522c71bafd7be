import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { SharedUsage, UsageWindow } from './shared-usage.ts'

/** Bounds the memory; the least recently used window is dropped first. */
const maximumWindows = 50_000

/** Usage below this part of a limit is not shared with other processes. */
const smallestSharedPart = 1 / 20

/** The store of @fastify/rate-limit: counts in memory, so that no request waits for the database. */
export class RateLimitStore implements FastifyRateLimitStore {
  readonly #now: () => number
  readonly #sharedUsage: SharedUsage | undefined
  readonly #windows = new LRUCache<string, UsageWindow>({ max: maximumWindows })

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number, sharedUsage: SharedUsage | undefined) {
    this.#now = now
    this.#sharedUsage = sharedUsage
  }

  /** A window starts with its first request. Requests over the limit are rejected and not counted. */
  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
    limit: number,
  ): void {
    const now = this.#now()
    let window = this.#windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { key, used: 0, shared: 0, endsAt: now + windowMs }
      this.#windows.set(key, window)
    }
    const ttl = window.endsAt - now
    if (window.used >= limit) return callback(null, { current: limit + 1, ttl })
    window.used++
    if (window.used >= limit * smallestSharedPart) this.#sharedUsage?.add(window)
    callback(null, { current: window.used, ttl })
  }

  /** Every limit has separate windows, so that one limit's keys cannot displace those of another. */
  child(): RateLimitStore {
    return new RateLimitStore(this.#now, this.#sharedUsage)
  }
}
