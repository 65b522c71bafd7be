import type { Database } from '../database.ts'
import { statement } from '../statements/statement.ts'

const grown = statement(
  `select oid::regclass::text as name from pg_class where oid = any($1::text[]::regclass[]) and reltuples <= 10 * $2::float8`,
  { name: 'text' },
)

/**
 * Updates the statistics that PostgreSQL plans statements with. PostgreSQL itself does so only after many changes of a table, and
 * the embedded store never does. Without statistics, it expects thousands of rows in a table of ten.
 */
export async function analyze(database: Database, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await database.run(statement(`analyze ${tables.join(', ')}`))
}

/** The same for tables of which so many new rows are a tenth or more, because it takes long if the rows are large. */
export async function analyzeGrown(database: Database, tables: readonly string[], rows: number): Promise<void> {
  if (rows === 0) return
  const names = await database.run(grown, [tables, rows])
  await analyze(
    database,
    names.map(({ name }) => name),
  )
}
