import { codeOf } from '../errors/system-errors.ts'
import type { Database, Transaction } from '../database/database.ts'
import { statement } from '../database/statements/statement.ts'

// Without the lock timeout, which is short: others may be waiting for their turn, too. The time limit of statements remains.
const withoutTimeout = statement(`set local lock_timeout = 0`)
// Every change of the catalogue changes this row.
const lock = statement(`select from catalogue_revision for update`)

const turns = new WeakMap<Database, Promise<unknown>>()

/**
 * Runs a change of the configuration in a transaction, while no other transaction changes it, so that the data that the change is
 * checked against stays the same. Repeats it once if it inserted a person whom a session or a case registered at the same time.
 * Waits for the earlier changes of this process first, so that those that wait for the lock take one connection only.
 */
export function changeConfiguration<Result>(
  database: Database,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const attempt = () =>
    database.transaction(async (transaction) => {
      await transaction.run(withoutTimeout)
      await transaction.run(lock)
      return change(transaction)
    })
  const repeated = async (error: unknown) => {
    if (!isPersonTaken(error)) throw error
    return attempt()
  }
  const turn = (turns.get(database) ?? Promise.resolve()).then(() => attempt().catch(repeated))
  const ended = turn.catch(() => {})
  turns.set(database, ended)
  return turn
}

function isPersonTaken(error: unknown): boolean {
  const { constraint } = error as { constraint?: unknown }
  return codeOf(error) === '23505' && typeof constraint === 'string' && constraint.startsWith('persons_')
}
