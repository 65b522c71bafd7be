import { type Queryable, statement } from '../../database/statement.ts'
import { holdShard } from './hold-shard.citus.ts'

const lock = statement(`select from cases where id = $1 for no key update`)
const hold = statement(holdShard('$1::bigint'), {}, { writes: true })

/** Waits until no other transaction is changing the case, and keeps it so until this one ends. */
export async function lockCase(transaction: Queryable, id: number | null): Promise<void> {
  if (transaction.isDistributed?.()) await transaction.run(hold, [id])
  await transaction.run(lock, [id])
}
