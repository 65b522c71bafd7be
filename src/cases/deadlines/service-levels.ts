import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Database } from '../../database/database.ts'
import { PeriodicTask } from '../../database/periodic-task.ts'
import { announceOverdue } from './announce-overdue.ts'
import { fingerprintOf, recomputeNext } from './recompute-deadlines.ts'

const intervalMs = 1_000
/** Between two batches, so that others have their turn. */
const pauseMs = 5

/** Every second, announces deadlines that have passed, and lets stored cases follow a change of the service levels. Every process has one. */
export class ServiceLevels extends PeriodicTask {
  /** How many deadlines this process has announced. */
  announced = 0
  /** How many runs failed. */
  failures = 0
  readonly #database: Database
  readonly #catalogue: CatalogueStore
  readonly #log: Logger
  #isFailing = false
  /** A time of the database, and that of the monotonic clock when it was received. */
  #clock: { time: number; at: number } | undefined

  constructor(database: Database, catalogue: CatalogueStore, log: Logger) {
    super(intervalMs)
    this.#database = database
    this.#catalogue = catalogue
    this.#log = log
  }

  /** The time of the database, in milliseconds since 1970. The clock of this process may be wrong. */
  now(): number {
    return this.#clock ? this.#clock.time + performance.now() - this.#clock.at : Date.now()
  }

  override start(): void {
    void this.run()
    super.start()
  }

  protected override async work(): Promise<void> {
    try {
      const isBehind = await this.#announce()
      for (let hasMore = isBehind; hasMore && !this.isClosing;) {
        hasMore = await this.#database.transaction((db) => recomputeNext(db, this.#catalogue))
        await sleep(pauseMs)
        // Deadlines pass while it goes on.
        if (hasMore) await this.#announce()
      }
      this.#isFailing = false
    } catch (err) {
      this.failures++
      if (!this.#isFailing) this.#log.warn({ err }, 'Deadlines were not announced. It is tried again every second.')
      this.#isFailing = true
    }
  }

  /** Returns whether the deadlines of stored cases may not follow the service levels of now. */
  async #announce(): Promise<boolean> {
    for (;;) {
      const [row] = await this.#database.run(announceOverdue)
      const { changed, announced, now, revision, done, target } = row!
      this.#clock = { time: now.getTime(), at: performance.now() }
      this.announced += announced
      if (changed > 0 && !this.isClosing) {
        await sleep(pauseMs)
        continue
      }
      return target !== null || done !== fingerprintOf(await this.#catalogue.at(revision))
    }
  }
}
