import type { Logger } from 'pino'
import { PeriodicTask } from './periodic-task.ts'
import { type Queryable, type Statement, statement } from './statements/statement.ts'

/** Rows per statement, so that none holds locks or occupies a connection for long. */
const batchSize = 1_000
const intervalMs = 60_000

/** Removes one batch of expired rows, and returns how many it removed. */
export type Removal = Statement<{ removed: number }>

/**
 * Declares the removal of the rows that fulfil the condition, in the order of a column that has an index. Rows that another
 * process is removing, or that a request is using again, are skipped.
 */
export function removal(table: string, condition: string, orderBy: string): Removal {
  return statement(
    `
with removed as (
  delete from ${table}
  where ctid = any(array(
    select ctid from ${table}
    where ${condition}
    order by ${orderBy}
    limit ${batchSize}
    for update skip locked
  ))
  returning 1
)
select count(*)::int as removed from removed`,
    { removed: 'int' },
  )
}

/** Removes expired rows every minute, in small batches. Several processes can do so at once. */
export class ExpiredRows extends PeriodicTask {
  readonly #database: Queryable
  readonly #log: Logger
  readonly #removals: readonly Removal[]

  constructor(database: Queryable, log: Logger, removals: readonly Removal[], options = { intervalMs }) {
    super(options.intervalMs)
    this.#database = database
    this.#log = log
    this.#removals = removals
  }

  protected override async work(): Promise<void> {
    try {
      for (const each of this.#removals) await this.#removeBatches(each)
    } catch (err) {
      this.#log.warn({ err }, 'Expired rows were not removed.')
    }
  }

  async #removeBatches(batch: Removal): Promise<void> {
    for (let removed = batchSize; removed === batchSize && !this.isClosing;) {
      const [row] = await this.#database.run(batch)
      removed = row?.removed ?? 0
    }
  }
}
