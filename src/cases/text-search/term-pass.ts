import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import type { Database } from '../../database/database.ts'
import { PeriodicTask } from '../../database/periodic-task.ts'
import { addCaseTerms, addCommentTerms, addPersonTerms } from './missing-terms.ts'

const intervalMs = 60_000
/** Between batches, so that changes go on. */
const pauseMs = 10

/**
 * Computes the terms of what was stored before there were terms, or by a process of an earlier version. Every process does so until
 * all rows have terms. Several processes share the comments.
 */
export class TermPass extends PeriodicTask {
  /** Whether this process has found that all rows have terms. Until then, searches also read the texts. */
  isComplete = false
  readonly #database: Database
  readonly #log: Logger

  constructor(database: Database, log: Logger) {
    super(intervalMs)
    this.#database = database
    this.#log = log
  }

  override start(): void {
    void this.run()
    super.start()
  }

  protected override async work(): Promise<void> {
    try {
      await this.compute()
      this.isComplete ||= !this.isClosing
    } catch (err) {
      this.#log.warn({ err }, 'Terms were not computed. It is tried again every minute.')
    }
  }

  /** Computes all that is missing. `onProgress` is called with the number of comments that got terms since the last call. */
  async compute(onProgress: (comments: number) => void = () => {}): Promise<void> {
    for (let added = 1; added > 0 && !this.isClosing;) {
      added = await addCommentTerms(this.#database)
      onProgress(added)
      if (added > 0 && this.isStarted) await sleep(pauseMs)
    }
    // An earlier version that is still running writes comments that are found again, but its changes of cases are not.
    if (this.isComplete) return
    const { types } = await loadedCatalogue(this.#database)
    const fieldsOf = (typeCode: string) => types.get(typeCode)?.fields
    for (const add of [addCaseTerms, addPersonTerms]) {
      for (let after: number | null = 0; after !== null && !this.isClosing;) {
        after = await add(this.#database, after, fieldsOf)
        if (after !== null && this.isStarted) await sleep(pauseMs)
      }
    }
  }
}
