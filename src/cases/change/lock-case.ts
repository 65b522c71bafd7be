import { type Queryable, statement } from '../../database/statement.ts'

const lock = statement(`select from cases where id = $1 for no key update`)

/** Waits until no other transaction is changing the case, and keeps it so until this one ends. */
export async function lockCase(transaction: Queryable, id: number | null): Promise<void> {
  await transaction.run(lock, [id])
}
