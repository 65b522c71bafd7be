import type { Database } from '../../../src/database/database.ts'
import { sql } from './database.ts'

/** Counts what changes to cases write. */
export async function countRows(database: Database): Promise<unknown> {
  const [row] = await sql(
    database,
    `select (select count(*) from cases) as cases, (select count(*) from case_events) as events,
      (select count(*) from case_comments) as comments, (select count(*) from idempotency_keys) as keys,
      (select sum(version) from cases) as versions`,
  )
  return row
}
