import { UsageError } from '../../errors/usage-error.ts'
import type { Database } from '../database.ts'
import { statement } from '../statements/statement.ts'

const currentSchema = statement(`select current_schema()::text as schema, current_setting('search_path') as path`, {
  schema: 'text | null',
  path: 'text',
})

/**
 * Returns the schema that the tables are in, which is the first of `search_path`, and makes MikroORM compare and migrate
 * that one. By default, it looks for tables in `public`.
 */
export async function useCurrentSchema({ run, orm }: Database): Promise<string> {
  const [row] = await run(currentSchema)
  if (!row?.schema) {
    throw new UsageError(`None of the schemas in search_path (${row?.path}) exists. Create the schema first.`)
  }
  if (/[."]/.test(row.schema)) {
    // MikroORM would take the part before a dot for the schema, which may be that of another tenant.
    throw new UsageError(`The name of the schema ${row.schema} contains a dot or a quotation mark. Rename the schema.`)
  }
  orm.config.set('schema', row.schema)
  return row.schema
}
