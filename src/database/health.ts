import { type Queryable, statement } from './statement.ts'

const mode = statement(`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`, {
  readOnly: 'boolean',
})

const timeoutMs = 2_000

/** Whether the database responds within two seconds and accepts writes: it is neither a standby nor read-only. */
export async function acceptsWrites(database: Queryable): Promise<boolean> {
  try {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not respond.')), timeoutMs)
    })
    const [row] = await Promise.race([database.run(mode), timeout]).finally(() => clearTimeout(timer))
    return row?.readOnly === false
  } catch {
    return false
  }
}
