import { type Queryable, statement } from '../../database/statement.ts'

/**
 * The key of the advisory lock of a case in SQL. Changes of a case lock it until their transaction ends. The keys are
 * negative, so that they differ from those of other locks.
 */
export const lockKey = (id: string) => `-${id}`

const lock = statement(`select from pg_advisory_xact_lock(${lockKey('$1::bigint')})`)
const lockRow = statement(`select from cases where id = $1 for no key update`)

/** Waits until no other transaction is changing the case, and keeps it so until this one ends. */
export async function lockCase(transaction: Queryable, id: number | null): Promise<void> {
  await transaction.run(lock, [id])
  // Changes made directly with SQL lock only the row.
  await transaction.run(lockRow, [id])
}
