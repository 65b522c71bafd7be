import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { latestPosition } from './latest-position.ts'
import { moveEvents } from './move-events.ts'

/** After a commit of this process, so that commits that come together share a run. */
const ownDelayMs = 20
/** For the commits of other processes. */
const intervalMs = 1_000
const sweepEvery = 60
/** How often those who listen learn of the runs of other processes. */
const pollMs = 100

/** Moves committed events into the feed, and tells those who listen that it has advanced. Every process has one. */
export class FeedRelay {
  /** How many runs failed. */
  failures = 0
  #database: Database
  #log: Logger
  /** When a run of any process last succeeded, in milliseconds of the monotonic clock. */
  #succeededAt = performance.now()
  #isFailing = false
  #isClosing = false
  #interval: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #polling: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #position = -1
  readonly #listeners = new Set<() => void>()

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
  }

  /** How long ago events were last moved by this process or, because it was busy, another one. */
  get lagSeconds(): number {
    return (performance.now() - this.#succeededAt) / 1_000
  }

  start(): void {
    let runs = 0
    const next = () => void this.run(runs++ % sweepEvery === 0)
    next()
    this.#interval = setInterval(next, intervalMs).unref()
  }

  /** A transaction of this process that wrote events ends now or soon. */
  noteCommit(): void {
    if (!this.#isClosing) this.#soon ??= setTimeout(() => void this.run(), ownDelayMs).unref()
  }

  /** Calls the function whenever the feed may have advanced, until the returned function is called. It must not throw. */
  listen(onAdvance: () => void): () => void {
    this.#listeners.add(onAdvance)
    this.#polling ??= setInterval(() => void this.#poll(), pollMs).unref()
    return () => {
      this.#listeners.delete(onAdvance)
      if (this.#listeners.size > 0) return
      clearInterval(this.#polling)
      this.#polling = undefined
    }
  }

  /** Moves all committed events. Never rejects: after a failure, they are moved by a later run. */
  async run(isSweep = false): Promise<void> {
    clearTimeout(this.#soon)
    this.#soon = undefined
    await this.#running
    this.#running ??= this.#run(isSweep).finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Resolves when the last run has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of [this.#interval, this.#polling]) clearInterval(timer)
    clearTimeout(this.#soon)
    await this.#running
  }

  async #run(isSweep: boolean): Promise<void> {
    try {
      for (let isPartial = true; isPartial && !this.#isClosing;) {
        const moved = await this.#database.transaction((transaction) => moveEvents(transaction, isSweep))
        // The other process may not see the latest commit of this one.
        if (!moved) this.noteCommit()
        isPartial = moved?.isPartial ?? false
        if (moved?.end) this.#advance(moved.end.position)
      }
      this.#succeededAt = performance.now()
      this.#isFailing = false
    } catch (err) {
      this.failures++
      if (!this.#isFailing)
        this.#log.warn({ err }, 'Events were not moved into the feed. It is tried again every second.')
      this.#isFailing = true
    }
  }

  async #poll(): Promise<void> {
    try {
      const { position } = await latestPosition(this.#database)
      if (position !== this.#position) this.#advance(position)
    } catch {
      // The runs report that the database is unavailable.
    }
  }

  #advance(position: number): void {
    this.#position = position
    for (const onAdvance of this.#listeners) onAdvance()
  }
}
