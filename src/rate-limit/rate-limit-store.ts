import type { Logger } from 'pino'
import type { Queryable } from '../database/statement.ts'
import { exchangeUsage, sweepUsage, usageKey } from './limit-usage.ts'
import { type Sharing, type Window, windowMs } from './quota.ts'

const intervalMs = 500
/** For so long a database that failed is left alone. */
const pauseMs = 10_000
const sweepMs = 2 * windowMs
/** In one statement; what is more waits for the next. */
const maximumAtOnce = 1_000
/** So that the memory stays bounded where the database is away. */
const maximumWindows = 50_000

/**
 * Makes what a process counts what all of them count together: twice a second, one statement tells the others what busy
 * windows used, and brings what they used everywhere. No request waits for it. Where it fails, each counts for itself.
 */
export class RateLimitStore implements Sharing {
  /** How often it failed. */
  failures = 0
  readonly #database: Queryable
  readonly #log: Logger
  readonly #now: () => number
  /** With the name of the limit. Those that were sent last stand last. */
  readonly #windows = new Map<Window, string>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #sweepAt = Infinity
  #pausedUntil = -Infinity
  #isFailing = false

  /** `now` is the clock of the windows. */
  constructor(database: Queryable, log: Logger, now: () => number) {
    this.#database = database
    this.#log = log
    this.#now = now
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), intervalMs).unref()
  }

  add(name: string, window: Window): void {
    if (this.#windows.size < maximumWindows) this.#windows.set(window, name)
  }

  /** Resolves when nothing more is asked of the database. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  #tick(): void {
    const now = this.#now()
    for (const window of this.#windows.keys()) if (now >= window.endsAt) this.#windows.delete(window)
    if (this.#running || now < this.#pausedUntil) return
    const windows = this.#untold()
    if (windows.length === 0 && now < this.#sweepAt) return
    this.#running = this.#exchange(windows, now).then(
      () => this.#succeed(),
      (error: unknown) => this.#fail(error),
    )
  }

  async #exchange(windows: readonly Window[], now: number): Promise<void> {
    if (windows.length > 0) await this.#tell(windows, now)
    if (now >= this.#sweepAt) {
      await sweepUsage(this.#database)
      this.#sweepAt = Infinity
    }
    if (windows.length > 0) this.#sweepAt = Math.min(this.#sweepAt, now + sweepMs)
  }

  /** Windows of which the others do not know all. */
  #untold(): Window[] {
    const windows: Window[] = []
    for (const window of this.#windows.keys()) {
      if (window.key !== '' && window.used > window.shared) windows.push(window)
      if (windows.length === maximumAtOnce) break
    }
    return windows
  }

  async #tell(windows: readonly Window[], now: number): Promise<void> {
    const before = windows.map(({ used, endsAt }) => ({ used, endsAt }))
    const shares = windows.map((window) => {
      const name = this.#windows.get(window) ?? ''
      this.#windows.delete(window)
      this.#windows.set(window, name)
      return { key: usageKey(name, window), used: window.used - window.shared, msLeft: window.endsAt - now }
    })
    for (const { place, used, msLeft } of await exchangeUsage(this.#database, shares)) {
      const [window, sent] = [windows[place - 1]!, before[place - 1]!]
      // Its minute may have ended meanwhile, and another one begun.
      if (window.endsAt !== sent.endsAt) continue
      // Where the database lost what it had, nobody else forgets it, and nothing is told twice.
      const byOthers = Math.max(used - sent.used, 0)
      window.used += byOthers
      window.shared = sent.used + byOthers
      window.endsAt = this.#now() + msLeft
    }
  }

  #succeed(): void {
    this.#running = undefined
    if (!this.#isFailing) return
    this.#isFailing = false
    this.#log.info('Limits of use are shared again.')
  }

  #fail(err: unknown): void {
    this.#running = undefined
    this.failures++
    this.#pausedUntil = this.#now() + pauseMs
    if (this.#isFailing) return
    this.#isFailing = true
    this.#log.warn({ err }, 'Limits of use are not shared: each process counts for itself.')
  }
}
