import type { Database } from '../database/database.ts'
import type { Config } from '../settings/config.ts'

/** Opens the configured database for work that may need the other settings too, and closes it afterwards. Its schema must be current, unless any is accepted. */
export async function withDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
  { anySchema = false } = {},
): Promise<Result> {
  const { readConfig } = await import('../settings/config.ts')
  const { openDatabase } = await import('../open-database.ts')
  const { requireCurrentSchema } = await import('../database/schema/migrate.ts')
  const config = readConfig()
  const database = await openDatabase(config.store)
  try {
    if (!anySchema) await requireCurrentSchema(database)
    return await work(database, config)
  } finally {
    await database.close()
  }
}
