import type { Logger } from 'pino'
import type { RejectionRule } from './rejection.ts'

const intervalMs = 60_000

/** Logs rejections at most once a minute for each rule, because everyone can cause them. */
export class RejectionLog {
  readonly #log: Logger
  readonly #now: () => number
  readonly #counts = new Map<RejectionRule, { number: number; loggedAt: number }>()

  /** `now` is a monotonic clock in milliseconds. */
  constructor(log: Logger, now: () => number) {
    this.#log = log
    this.#now = now
  }

  count(rule: RejectionRule): void {
    const now = this.#now()
    const count = this.#counts.get(rule) ?? { number: 0, loggedAt: -Infinity }
    this.#counts.set(rule, count)
    count.number++
    if (now - count.loggedAt < intervalMs) return
    // The number since the last line.
    this.#log.warn({ rule, rejected: count.number }, 'JWTs were rejected.')
    count.number = 0
    count.loggedAt = now
  }
}
