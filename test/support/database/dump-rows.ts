import { expect } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { sql } from './database.ts'

/**
 * Returns every row of every table and view as a line of text. Bytes are hexadecimal. Without the last use of sessions and
 * secrets, which servers write in the background. Events that wait in the outbox and those in the feed are one list, because a relay
 * moves them at any time.
 */
export async function dumpRows(database: Database): Promise<string> {
  const tables = await sql<{ name: string }>(
    database,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_name not in ('case_feed', 'case_outbox') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(15)
  const lines: string[] = []
  const text = `(jsonb_populate_record(t, '{"last_used_at": null}'))::text`
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(database, `select ${text} as row from ${name} t order by 1`)
    lines.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  const relayed = `select case_id, version from case_outbox union all select case_id, version from case_feed order by 1, 2`
  const events = await sql<{ case_id: string; version: number }>(database, relayed)
  lines.push(...events.map(({ case_id, version }) => `event ${case_id} ${version}`))
  return lines.join('\n')
}

/** Returns all rows with the transaction that last wrote each, without those that a relay moves. Two results differ if any row was written between them. */
export async function rowVersions(database: Database): Promise<unknown> {
  const tables = await sql<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('case_feed', 'case_outbox') order by 1`,
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    rows.push(name, await sql(database, `select t.xmin::text, t::text as row from ${name} t order by 2`))
  }
  return rows
}
