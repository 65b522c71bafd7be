import type { Queryable } from '../statement.ts'
import { statement } from '../statement.ts'

const copies = () =>
  statement(
    `select logicalrelid::text as "table", format('%s_%s', logicalrelid, shardid) as copy
from pg_dist_shard join pg_dist_partition using (logicalrelid)
where repmodel = 't' and logicalrelid::text !~ '\\.'`,
    { table: 'text', copy: 'text' },
  )

const definitions = statement(
  `select viewname::text as name, definition from pg_views where schemaname = current_schema() and viewname = any($1::text[])`,
  { name: 'text', definition: 'text' },
)

const views = ['live_sessions', 'operator_authorisations']

/**
 * Returns a function that replaces the reference tables in a query with the server's copies, so that Citus does not
 * have to plan the query. The copies have the same names on all servers.
 */
export async function localCopies(database: Queryable): Promise<(query: string) => string> {
  const tables = await database.run(copies())
  const withCopies = (query: string) => tables.reduce((text, { table, copy }) => replaceTable(text, table, copy), query)
  const queries = (await database.run(definitions, [views])).map(({ name, definition }) => ({
    name,
    query: `(${withCopies(definition.replace(/;\s*$/, ''))})`,
  }))
  return (query) => queries.reduce((text, view) => replaceTable(text, view.name, view.query), withCopies(query))
}

const clauses = 'cross|full|group|inner|join|left|limit|natural|offset|on|order|right|union|where'

/**
 * Replaces a table or view wherever the query reads it. Its alias is kept. If it has none, its name becomes the alias.
 */
export function replaceTable(query: string, table: string, replacement: string): string {
  const reads = new RegExp(`\\b((?:from|join)[\\s(]+)${table}\\b(?!\\s+(?:as\\s+)?(?!(?:${clauses})\\b)\\w)`, 'gi')
  const aliased = new RegExp(`\\b((?:from|join)[\\s(]+)${table}\\b`, 'gi')
  return query
    .replaceAll(reads, (_match, start: string) => `${start}${replacement} as ${table}`)
    .replaceAll(aliased, (_match, start: string) => start + replacement)
}
