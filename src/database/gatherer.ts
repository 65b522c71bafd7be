import DataLoader from 'dataloader'

/** How many statements may be under way before further keys wait to be asked for together. */
const concurrentStatements = 2
const keysAtOnce = 256

/**
 * Asks for many keys in one statement: those that come while others are being asked for wait for each other. It
 * remembers nothing, and each key is answered by a statement that began after the key came.
 */
export class Gatherer<Key, Row> {
  #running = 0
  #waiting: (() => void)[] = []
  #loader: DataLoader<Key, Row | undefined>

  /** `load` gives the rows that there are, each with the place of its key, counted from 1. */
  constructor(load: (keys: readonly Key[]) => Promise<(Row & { place: number })[]>) {
    this.#loader = new DataLoader((keys) => this.#load(keys, load), {
      cache: false,
      maxBatchSize: keysAtOnce,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    })
  }

  load(key: Key): Promise<Row | undefined> {
    return this.#loader.load(key)
  }

  #schedule(dispatch: () => void): void {
    if (this.#running < concurrentStatements) setImmediate(dispatch)
    else this.#waiting.push(dispatch)
  }

  async #load(
    keys: readonly Key[],
    load: (keys: readonly Key[]) => Promise<(Row & { place: number })[]>,
  ): Promise<(Row | undefined)[]> {
    this.#running++
    try {
      const rows: (Row | undefined)[] = keys.map(() => undefined)
      for (const row of await load(keys)) rows[row.place - 1] = row
      return rows
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}
