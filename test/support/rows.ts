import { expect } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { sql } from './database.ts'

/** Every row of every table and view as a line of text, in which bytes are hex. */
export async function allRows(database: Database): Promise<string> {
  const tables = await sql<{ name: string }>(
    database,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(15)
  const lines: string[] = []
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(database, `select t::text as row from ${name} t order by 1`)
    lines.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return lines.join('\n')
}
