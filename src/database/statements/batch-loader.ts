import DataLoader from 'dataloader'
import { mayConcernOneKey } from '../unavailable.ts'

/** A row with the number of its key in the batch, counted from 1. */
export type Numbered<Row> = Row & { ordinal: number }

export interface BatchLimits {
  /** The maximum number of keys in one statement. Default: 256. */
  maxBatchSize?: number | undefined
  /** While this many statements are running, further keys wait and are loaded together. Default: 2. */
  maxStatements?: number | undefined
}

type LoadRows<Key, Row> = (keys: readonly Key[]) => Promise<Numbered<Row>[]>

/**
 * Loads the rows of many keys with one statement. Nothing is cached: each key is loaded by a statement that starts
 * after the key is requested. If a statement fails because of a row, each key is retried alone, so that one request
 * cannot make others fail.
 */
export class BatchLoader<Key, Row> {
  #running = 0
  #waiting: (() => void)[] = []
  #loader: DataLoader<Key, Row[]>
  readonly #maxStatements: number

  constructor(loadRows: LoadRows<Key, Row>, { maxBatchSize = 256, maxStatements = 2 }: BatchLimits = {}) {
    this.#maxStatements = maxStatements
    this.#loader = new DataLoader((keys) => this.#loadBatch(keys, loadRows), {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (dispatch) => this.#schedule(dispatch),
    })
  }

  loadAll(key: Key): Promise<Row[]> {
    return this.#loader.load(key)
  }

  async load(key: Key): Promise<Row | undefined> {
    return (await this.#loader.load(key))[0]
  }

  #schedule(dispatch: () => void): void {
    if (this.#running < this.#maxStatements) setImmediate(dispatch)
    else this.#waiting.push(dispatch)
  }

  async #loadBatch(keys: readonly Key[], loadRows: LoadRows<Key, Row>): Promise<(Row[] | Error)[]> {
    this.#running++
    try {
      const rows = keys.map((): Row[] => [])
      for (const row of await loadRows(keys)) rows[row.ordinal - 1]?.push(row)
      return rows
    } catch (error) {
      if (keys.length === 1 || !mayConcernOneKey(error)) throw error
      return await Promise.all(keys.map((key) => loadRows([key]).catch(asError)))
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
