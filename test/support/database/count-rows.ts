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

/** The number of events that changes with the key ($1) have written. */
export const keyedEvents = `
  select count(*)::int
  from idempotency_keys k join case_events e on (e.case_id, e.version) = (
    (k.answer::json ->> 'caseId')::bigint, (k.answer::json ->> 'version')::int)
  where k.key = $1`
