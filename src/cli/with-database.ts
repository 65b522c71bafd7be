import type { Database } from '../database/database.ts'

/** Opens the configured database and closes it when the work is done. Its schema must be current, unless any is accepted. */
export async function withDatabase<Result>(
  work: (database: Database) => Promise<Result>,
  { anySchema = false } = {},
): Promise<Result> {
  const { readConfig } = await import('../settings/config.ts')
  const { openDatabase } = await import('../open-database.ts')
  const { requireCurrentSchema } = await import('../database/schema/migrate.ts')
  const database = await openDatabase(readConfig().store)
  try {
    if (!anySchema) await requireCurrentSchema(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
