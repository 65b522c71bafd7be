import { type Queryable, statement } from './statement.ts'

const ping = statement('select 1 as answer', { answer: 'int' })

const timeoutMs = 2_000

/** Whether the database responds within two seconds. */
export async function isReachable(database: Queryable): Promise<boolean> {
  try {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database does not respond.')), timeoutMs)
    })
    await Promise.race([database.run(ping), timeout]).finally(() => clearTimeout(timer))
    return true
  } catch {
    return false
  }
}
