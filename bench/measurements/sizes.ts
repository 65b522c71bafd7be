import type pg from 'pg'
import { format, markdownTable } from '../report.ts'

/** The bytes that a row takes in each table of cases and in each of its indexes. */
export async function measureSizes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; rows: number; heap: string; indexes: string }>(
    `select t.relname as name, t.reltuples as rows, pg_table_size(t.oid) as heap, pg_indexes_size(t.oid) as indexes
     from pg_class t
     where t.oid = any('{cases, case_events, case_comments}'::regclass[])
     order by t.relname`,
  )
  const indexes = await client.query<{ table: string; name: string; bytes: string }>(
    `select i.indrelid::regclass::text as table, c.relname as name, pg_relation_size(c.oid) as bytes
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any('{cases, case_events, case_comments}'::regclass[])
     order by 1, 2`,
  )
  const sizes = rows.flatMap((table) => [
    [`${table.name}, heap`, format(Number(table.heap) / table.rows)],
    ...indexes.rows
      .filter((index) => index.table === table.name)
      .map(({ name, bytes }) => [name, format(Number(bytes) / table.rows)]),
    [`${table.name}, all`, format((Number(table.heap) + Number(table.indexes)) / table.rows)],
  ])
  return markdownTable(['table or index', 'bytes per row of the table'], sizes)
}

const changedTables = ['case_events', 'case_comments', 'idempotency_keys']

/**
 * The bytes that updates with a comment and an idempotency key add, per update. The indexes of a new database are full, so
 * that the first updates split their pages and add more than later ones.
 */
export async function measureGrowth(client: pg.Client, update: () => Promise<number>): Promise<string> {
  const before = await changedSizes(client)
  const updates = await update()
  const after = await changedSizes(client)
  const rows = after.map(({ name, heap, indexes }, i) => {
    const grown = [heap - (before[i]?.heap ?? NaN), indexes - (before[i]?.indexes ?? NaN)]
    return [name, ...grown.map((bytes) => format(bytes / updates))]
  })
  return markdownTable(['bytes per update', 'heap', 'indexes'], rows)
}

async function changedSizes(client: pg.Client): Promise<{ name: string; heap: number; indexes: number }[]> {
  const { rows } = await client.query<{ name: string; heap: string; indexes: string }>(
    `select name, pg_table_size(name::regclass) as heap, pg_indexes_size(name::regclass) as indexes
     from unnest($1::text[]) name`,
    [changedTables],
  )
  return rows.map(({ name, heap, indexes }) => ({ name, heap: Number(heap), indexes: Number(indexes) }))
}
