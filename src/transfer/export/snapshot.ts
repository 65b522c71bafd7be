import type { Database, Transaction } from '../../database/database.ts'
import { statement } from '../../database/statement.ts'

const useOneSnapshot = statement('set transaction isolation level repeatable read, read only')

/** Runs the work in a transaction that only reads, and sees the data as of one point in time. */
export function inSnapshot<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.run(useOneSnapshot)
    return work(transaction)
  })
}
