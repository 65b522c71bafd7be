import type { Database } from '../database/database.ts'

/** Opens the configured database, requires its schema to be current, and closes it when the work is done. */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { requireCurrentSchema } = await import('../database/schema/migrate.ts')
  return withAnyDatabase(async (database) => {
    await requireCurrentSchema(database)
    return work(database)
  })
}

/** An export of a distributed database uses three connections at once. */
const minimumPoolSize = 3

/** The same for a database of any schema. */
export async function withAnyDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { readConfig } = await import('../config.ts')
  const { openDatabase } = await import('../database/open-database.ts')
  const { store } = readConfig()
  const database = await openDatabase(
    store.kind === 'embedded' ? store : { ...store, poolSize: Math.max(store.poolSize, minimumPoolSize) },
  )
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
