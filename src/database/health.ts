import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

const mode = statement(`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`, {
  readOnly: 'boolean',
})

const timeoutMs = 2_000

/** Whether the database responds within two seconds and accepts writes: it is no standby, not read-only and not full. */
export async function acceptsWrites(database: Database): Promise<boolean> {
  return Promise.race([isWritable(database), sleep(timeoutMs, false, { ref: false })]).catch(() => false)
}

async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database.run(mode)
  return row?.readOnly === false && !(await database.diskSpace.isFull(database))
}
