import type { Database } from '../database/database.ts'

/** Opens the configured database, requires its schema to be current, and closes it when the work is done. */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { requireCurrentSchema } = await import('../database/schema/migrate.ts')
  return withAnyDatabase(async (database) => {
    await requireCurrentSchema(database)
    return work(database)
  })
}

/** Opens the configured database, whatever its schema is, and closes it when the work is done. */
export async function withAnyDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { readConfig } = await import('../settings/config.ts')
  const { openDatabase } = await import('../database/open-database.ts')
  const database = await openDatabase(readConfig().store)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
