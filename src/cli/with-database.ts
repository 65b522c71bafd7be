import { readConfig } from '../config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { requireCurrentSchema } from '../database/migrate.ts'

/** Runs the work on the configured database, whose schema is current, and closes it whatever happens. */
export async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(readConfig().store)
  try {
    await requireCurrentSchema(database)
    return await work(database)
  } finally {
    await database.close()
  }
}
