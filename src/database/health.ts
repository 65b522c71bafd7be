import { type Queryable, statement } from './statement.ts'

const ping = statement(`select 1`)

const patienceMs = 2_000

/** Whether the database answers, and soon: one that hangs is as good as away. */
export async function isReachable(database: Queryable): Promise<boolean> {
  try {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not answer.')), patienceMs)
    })
    await Promise.race([database.run(ping), late]).finally(() => clearTimeout(timer))
    return true
  } catch {
    return false
  }
}
