import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { loadedCatalogue } from '../../catalogue/catalogue-store.ts'
import type { Database } from '../../database/database.ts'
import { addCaseTerms, addCommentTerms, addPersonTerms } from './missing-terms.ts'

const intervalMs = 60_000
/** Between batches, so that changes go on. */
const pauseMs = 10

/**
 * Computes the terms of what was stored before there were terms, or by a process of an earlier version. Every process does so until
 * all rows have terms. Several processes share the comments.
 */
export class TermPass {
  /** Whether this process has found that all rows have terms. Until then, searches also read the texts. */
  isComplete = false
  readonly #database: Database
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosing = false

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
  }

  start(): void {
    void this.run()
    this.#timer = setInterval(() => void this.run(), intervalMs).unref()
  }

  /** Resolves when the last batch has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** Computes all that is missing. Never rejects: what fails is tried the next time. */
  async run(): Promise<void> {
    this.#running ??= this.compute()
      .then(() => void (this.isComplete ||= !this.#isClosing))
      .catch((err: unknown) => this.#log.warn({ err }, 'Terms were not computed. It is tried again every minute.'))
      .finally(() => (this.#running = undefined))
    await this.#running
  }

  /** Computes all that is missing. `onProgress` is called with the number of rows or IDs that were looked at since the last call. */
  async compute(onProgress: (rows: number) => void = () => {}): Promise<void> {
    for (let added = 1; added > 0 && !this.#isClosing;) {
      added = await addCommentTerms(this.#database)
      onProgress(added)
      if (added > 0 && this.#timer) await sleep(pauseMs)
    }
    // An earlier version that is still running writes comments that are found again, but its changes of cases are not.
    if (this.isComplete) return
    const { types } = await loadedCatalogue(this.#database)
    const fieldsOf = (typeCode: string) => types.get(typeCode)?.fields
    for (const add of [addCaseTerms, addPersonTerms]) {
      for (let after: number | null = 0; after !== null && !this.#isClosing;) {
        after = await add(this.#database, after, fieldsOf)
        if (after !== null && this.#timer) await sleep(pauseMs)
      }
    }
  }
}
