import { type Queryable, statement } from './statement.ts'

const ping = statement(`select 1`)

export async function isReachable(database: Queryable): Promise<boolean> {
  try {
    await database.run(ping)
    return true
  } catch {
    return false
  }
}
