import type { Logger } from 'pino'
import type { Queryable } from '../database/statement.ts'
import { addUsage, deleteOldUsage, usageKey } from './limit-usage.ts'

/** The requests of one key in one window. */
export interface UsageWindow {
  readonly key: string
  used: number
  /** The part of `used` that is in the database. */
  shared: number
  /** In milliseconds on the clock of its process. */
  endsAt: number
}

const intervalMs = 500
/** The pause after a failure. */
const pauseMs = 10_000
/** Old rows are deleted this long after the last exchange. */
const cleanupDelayMs = 120_000
/** Windows per statement; the rest waits for the next one. */
const batchSize = 1_000
/** Bounds the memory while the database cannot be reached. */
const maximumWindows = 50_000

/**
 * Shares usage between the processes on one database. Twice a second, one statement adds the counts of this process and
 * returns the totals of all processes. If it fails, each process counts on its own.
 */
export class SharedUsage {
  /** Failed exchanges. */
  failures = 0
  readonly #database: Queryable
  readonly #log: Logger
  readonly #now: () => number
  /** Windows with usage that is not in the database, in the order in which they were added. */
  readonly #changed = new Set<UsageWindow>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #cleanupAt = Infinity
  #pausedUntil = -Infinity

  /** `now` is the clock of the windows. */
  constructor(database: Queryable, log: Logger, now: () => number) {
    this.#database = database
    this.#log = log
    this.#now = now
  }

  start(): void {
    this.#timer = setInterval(() => void this.exchange(), intervalMs).unref()
  }

  /** Resolves when the last statement has ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** Shares the window in the next exchange. */
  add(window: UsageWindow): void {
    if (this.#changed.size < maximumWindows) this.#changed.add(window)
  }

  /** Never rejects. */
  async exchange(): Promise<void> {
    if (this.#now() < this.#pausedUntil) return
    this.#running ??= this.#exchange().finally(() => (this.#running = undefined))
    await this.#running
  }

  async #exchange(): Promise<void> {
    const now = this.#now()
    const windows = this.#takeBatch(now)
    try {
      if (windows.length > 0) {
        await this.#share(windows, now)
        this.#cleanupAt = Math.min(this.#cleanupAt, now + cleanupDelayMs)
      }
      if (now >= this.#cleanupAt) {
        await deleteOldUsage(this.#database)
        this.#cleanupAt = Infinity
      }
      if (this.#pausedUntil > -Infinity) this.#log.info('Rate limits are shared between processes again.')
      this.#pausedUntil = -Infinity
    } catch (err) {
      this.failures++
      for (const window of windows) this.add(window)
      if (this.#pausedUntil === -Infinity) {
        this.#log.warn({ err }, 'Rate limits are not shared between processes: each process counts on its own.')
      }
      this.#pausedUntil = this.#now() + pauseMs
    }
  }

  #takeBatch(now: number): UsageWindow[] {
    const windows: UsageWindow[] = []
    for (const window of this.#changed) {
      if (windows.length === batchSize) break
      this.#changed.delete(window)
      if (now < window.endsAt) windows.push(window)
    }
    return windows
  }

  async #share(windows: readonly UsageWindow[], now: number): Promise<void> {
    const sent = windows.map(({ used }) => used)
    const usage = windows.map(({ key, used, shared, endsAt }) => ({
      key: usageKey(key),
      used: used - shared,
      msLeft: endsAt - now,
    }))
    for (const { ordinal, used, msLeft } of await addUsage(this.#database, usage)) {
      const window = windows[ordinal - 1]!
      const own = sent[ordinal - 1]!
      // A total below the own usage means that the database lost its rows. The own count is kept.
      const byOthers = Math.max(used - own, 0)
      window.used += byOthers
      window.shared = own + byOthers
      window.endsAt = this.#now() + msLeft
    }
  }
}
