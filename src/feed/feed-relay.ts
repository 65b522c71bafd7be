import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { PeriodicTask } from '../database/periodic-task.ts'
import { moveEvents } from './move-events.ts'

/** While nobody listens. Runs that move many events at once cost changes the least. */
const intervalMs = 1_000
const sweepMs = 60_000
/** While somebody listens, for the commits of other processes. */
const listeningMs = 100
/** While somebody listens, after a commit of this process, so that commits that come together share a run. */
const ownDelayMs = 20
/** After an import, a run takes longer. */
const maximumWaitMs = 250

/** Moves committed events into the feed, and tells those who listen that it has advanced. Every process has one. */
export class FeedRelay extends PeriodicTask {
  /** How many runs failed. */
  failures = 0
  /** The last position of the feed that a run of this process has found. -1 before the first run. */
  position = -1
  readonly #database: Database
  readonly #log: Logger
  /** When a run of any process last succeeded, in milliseconds of the monotonic clock. */
  #succeededAt = performance.now()
  #startedAt = -Infinity
  /** When a run of this process last looked at the whole outbox. */
  #sweptAt = -Infinity
  #isFailing = false
  #soon: NodeJS.Timeout | undefined
  #whileListening: NodeJS.Timeout | undefined
  readonly #listeners = new Set<() => void>()

  constructor(database: Database, log: Logger) {
    super(intervalMs)
    this.#database = database
    this.#log = log
  }

  /** How long ago events were last moved by this process or, because it was busy, another one. */
  get lagSeconds(): number {
    return (performance.now() - this.#succeededAt) / 1_000
  }

  override start(): void {
    void this.run()
    super.start()
  }

  /** A transaction of this process that wrote events ends now or soon. */
  noteCommit(): void {
    if (this.#listeners.size === 0 || this.isClosing) return
    this.#soon ??= setTimeout(() => void this.runAgain(), ownDelayMs).unref()
  }

  /** Calls the function whenever the feed may have advanced, until the returned function is called. It must not throw. */
  listen(onAdvance: () => void): () => void {
    this.#listeners.add(onAdvance)
    this.#whileListening ??= setInterval(() => void this.runAgain(), listeningMs).unref()
    return () => {
      this.#listeners.delete(onAdvance)
      if (this.#listeners.size > 0) return
      clearInterval(this.#whileListening)
      this.#whileListening = undefined
    }
  }

  /** Resolves to true once the feed has events after a position, and to false after a time or when the signal ends the wait. */
  async advanced(position: number, ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.position > position) return !signal.aborted
    if (ms <= 0 || signal.aborted) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const giveUp = () => resolve(false)
    const stopListening = this.listen(() => this.position !== position && resolve(true))
    const timer = setTimeout(giveUp, ms)
    signal.addEventListener('abort', giveUp)
    try {
      return await promise
    } finally {
      stopListening()
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** For those who read without listening: moves what was committed, unless a run has just begun. Never rejects. */
  async catchUp(): Promise<void> {
    if (this.isRunning || performance.now() - this.#startedAt < ownDelayMs) return
    await Promise.race([this.runAgain(), sleep(maximumWaitMs, undefined, { ref: false })])
  }

  /** Resolves when the last run has ended. */
  override async close(): Promise<void> {
    clearInterval(this.#whileListening)
    clearTimeout(this.#soon)
    await super.close()
  }

  /** Moves all committed events. */
  protected async work(): Promise<void> {
    clearTimeout(this.#soon)
    this.#soon = undefined
    this.#startedAt = performance.now()
    const isSweep = this.#startedAt >= this.#sweptAt + sweepMs
    try {
      for (let isPartial = true; isPartial && !this.isClosing;) {
        const moved = await this.#database.transaction((transaction) => moveEvents(transaction, isSweep))
        isPartial = moved?.isPartial ?? false
        // The other process may not see the latest commit of this one.
        if (!moved) this.noteCommit()
        else if (isSweep && !isPartial) this.#sweptAt = this.#startedAt
        // A database that has lost transactions can reach the same position again.
        if (moved && (moved.moved > 0 || moved.position !== this.position)) this.#advanceTo(moved.position)
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

  #advanceTo(position: number): void {
    this.position = position
    for (const onAdvance of this.#listeners) onAdvance()
  }
}
