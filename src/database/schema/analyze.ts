import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/**
 * Updates the statistics that PostgreSQL plans statements with. PostgreSQL itself does so only after many changes of a table, and
 * the embedded store never does. Without statistics, it expects thousands of rows in a table of ten.
 */
export async function analyze(database: Database, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await database.run(statement(`analyze ${tables.join(', ')}`))
}
