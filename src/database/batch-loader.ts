import DataLoader from 'dataloader'
import { isRefusal } from './unavailable.ts'

/** How many statements may be under way before further keys wait to be asked for together. */
const concurrentStatements = 2

type Placed<Row> = Row & { place: number }

/**
 * Runs one statement for many keys: those that come while others are under way wait for each other. It remembers
 * nothing, and each key is answered by a statement that began after the key came. Where the database refuses a
 * statement, each key is tried alone, so that no request fails for what another one sent.
 */
export class BatchLoader<Key, Row> {
  #running = 0
  #waiting: (() => void)[] = []
  #loader: DataLoader<Key, Row[]>

  /** `run` gives the rows that there are, each with the place of its key, counted from 1. */
  constructor(run: (keys: readonly Key[]) => Promise<Placed<Row>[]>, { maxBatchSize = 256 } = {}) {
    this.#loader = new DataLoader((keys) => this.#load(keys, run), {
      cache: false,
      maxBatchSize: maxBatchSize,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    })
  }

  /** The key's rows, in the order in which they came. */
  loadAll(key: Key): Promise<Row[]> {
    return this.#loader.load(key)
  }

  /** The key's only row. */
  async load(key: Key): Promise<Row | undefined> {
    return (await this.#loader.load(key))[0]
  }

  #schedule(dispatch: () => void): void {
    if (this.#running < concurrentStatements) setImmediate(dispatch)
    else this.#waiting.push(dispatch)
  }

  async #load(keys: readonly Key[], run: (keys: readonly Key[]) => Promise<Placed<Row>[]>): Promise<(Row[] | Error)[]> {
    this.#running++
    try {
      const rows = keys.map((): Row[] => [])
      for (const row of await run(keys)) rows[row.place - 1]?.push(row)
      return rows
    } catch (error) {
      if (keys.length === 1 || !isRefusal(error)) throw error
      return await Promise.all(keys.map((key) => run([key]).catch(asError)))
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
