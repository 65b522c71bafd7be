import type { Database } from './database.ts'
import { statement } from './statement.ts'

const mode = statement(`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`, {
  readOnly: 'boolean',
})

const timeoutMs = 2_000

/** Whether the database responds within two seconds and accepts writes: it is no standby, not read-only and not full. */
export async function acceptsWrites(database: Database): Promise<boolean> {
  try {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not respond.')), timeoutMs)
    })
    return await Promise.race([isWritable(database), timeout]).finally(() => clearTimeout(timer))
  } catch {
    return false
  }
}

async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database.run(mode)
  return row?.readOnly === false && !(await database.diskSpace.isFull(database))
}
