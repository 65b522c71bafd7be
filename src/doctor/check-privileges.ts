import type { Database } from '../database/database.ts'
import { failure, type CheckResult, ok, warning } from './check-result.ts'
import { statement } from '../database/statement.ts'

interface MissingPrivilege {
  table: string
  privilege: string
  /** The service itself needs it; the others are for commands. */
  toServe: boolean
}

const missingPrivileges = statement<MissingPrivilege>(`
  select t.name as "table", p.name as privilege,
    p.name = 'SELECT' or (t.name, p.name) in (
      ('cases', 'UPDATE'), ('case_events', 'INSERT'), ('case_comments', 'INSERT'),
      ('limit_usage', 'INSERT'), ('limit_usage', 'UPDATE'), ('limit_usage', 'DELETE')
    ) as "toServe"
  from unnest($1::text[]) as t(name), unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(name)
  where (p.name <> 'DELETE' or t.name = 'limit_usage')
    and not has_table_privilege(to_regclass(quote_ident(t.name)), p.name)
  order by t.name, p.name
`)

/** Whether the role may do what the service and its commands do: after a migration by another role it may not. */
export async function checkPrivileges(database: Database): Promise<CheckResult[]> {
  const tables = [...database.orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)
  const missing = await database.run(missingPrivileges, [tables])
  const toServe = missing.filter((each) => each.toServe)
  if (toServe.length > 0) {
    const message = `The role of DATABASE_URL lacks what every server needs: ${listed(toServe)}.`
    return [failure('privileges', message, 'Grant it, or use the role that owns the tables.')]
  }
  if (missing.length === 0) return [ok('privileges', 'The role may read and write every table.')]
  const message = `The role of DATABASE_URL can serve, and lacks ${listed(missing)}.`
  return [warning('privileges', message, 'Run "import" and "session" with the role that owns the tables.')]
}

function listed(privileges: readonly MissingPrivilege[]): string {
  return privileges.map(({ table, privilege }) => `${privilege} on ${table}`).join(', ')
}
