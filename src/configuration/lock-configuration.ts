import { codeOf } from '../errors/system-errors.ts'
import type { Database, Transaction } from '../database/database.ts'
import { type Queryable, statement } from '../database/statement.ts'

// Without the lock timeout, which is short: others may be waiting for their turn, too. The time limit of statements remains.
const withoutTimeout = statement(`set local lock_timeout = 0`)
// Every change of the catalogue changes this row.
const lock = statement(`select from catalogue_revision for update`)

/**
 * Waits until no other transaction changes the configuration, so that the data that a change is checked against stays the same. For
 * `configure`, imports and erasure.
 */
export async function lockConfiguration(transaction: Queryable): Promise<void> {
  await transaction.run(withoutTimeout)
  await transaction.run(lock)
}

/**
 * Runs a change of the configuration in a transaction that holds the lock. Repeats it once if it inserted a person whom a
 * session or a case registered at the same time.
 */
export async function changeConfiguration<Result>(
  database: Database,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const attempt = () =>
    database.transaction(async (transaction) => {
      await lockConfiguration(transaction)
      return change(transaction)
    })
  return attempt().catch((error: unknown) => {
    if (!isPersonTaken(error)) throw error
    return attempt()
  })
}

function isPersonTaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return codeOf(error) === '23505' && typeof constraint === 'string' && constraint.startsWith('persons_')
}

const turns = new WeakMap<Database, Promise<unknown>>()

/** Waits until the earlier changes of this process have ended, so that those that wait for the lock take one connection only. */
export async function afterEarlierChanges<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(database) ?? Promise.resolve()).then(work)
  turns.set(
    database,
    turn.catch(() => {}),
  )
  return turn
}
