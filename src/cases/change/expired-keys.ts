import type { Logger } from 'pino'
import { type Queryable, statement } from '../../database/statement.ts'

/** Keys per statement, so that none holds locks or occupies a connection for long. */
const batchSize = 1_000
const intervalMs = 60_000

// Keys that another process is removing, or that a request is using again, are skipped.
const removeBatch = statement(
  `
with removed as (
  delete from idempotency_keys
  where ctid = any(array(
    select ctid from idempotency_keys
    where created_at < statement_timestamp() - interval '24 hours'
    order by created_at
    limit $1::int
    for update skip locked
  ))
  returning key
)
select count(*)::int as removed from removed`,
  { removed: 'int' },
  { writes: true },
)

/** Removes expired idempotency keys every minute, in small batches. Several processes can do so at once. */
export class ExpiredKeys {
  readonly #database: Queryable
  readonly #log: Logger
  readonly #intervalMs: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosing = false

  constructor(database: Queryable, log: Logger, options = { intervalMs }) {
    this.#database = database
    this.#log = log
    this.#intervalMs = options.intervalMs
  }

  start(): void {
    this.#timer = setInterval(() => void this.remove(), this.#intervalMs).unref()
  }

  /** Resolves when the last statement has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
  }

  /** Removes all expired keys. Never rejects: after a failure, the rest is removed the next time. */
  async remove(): Promise<void> {
    this.#running ??= this.#remove().finally(() => (this.#running = undefined))
    await this.#running
  }

  async #remove(): Promise<void> {
    try {
      for (let removed = batchSize; removed === batchSize && !this.#isClosing;) {
        const [row] = await this.#database.run(removeBatch, [batchSize])
        removed = row?.removed ?? 0
      }
    } catch (err) {
      this.#log.warn({ err }, 'Expired idempotency keys were not removed.')
    }
  }
}
