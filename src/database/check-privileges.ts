import type { Database } from './database.ts'
import { failure, type Finding, ok } from './finding.ts'
import { statement } from './statement.ts'

const missingPrivileges = statement<{ table: string; privileges: string }>(`
  select t.name as "table", string_agg(p.name, ', ' order by p.name) as privileges
  from unnest($1::text[]) as t(name), unnest(array['SELECT', 'INSERT', 'UPDATE']) as p(name)
  where not has_table_privilege(to_regclass(quote_ident(t.name)), p.name)
  group by t.name
  order by t.name
`)

/** Whether the role may do what the service and its commands do: after a migration by another role it may not. */
export async function checkPrivileges(database: Database): Promise<Finding[]> {
  const tables = [...database.orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)
  const missing = await database.run(missingPrivileges, [tables])
  if (missing.length === 0) return [ok('privileges', 'The role may read and write every table.')]
  return missing.map(({ table, privileges }) => {
    const message = `The role of DATABASE_URL lacks ${privileges} on ${table}.`
    return failure('privileges', message, 'Grant it, or use the role that owns the tables.')
  })
}
