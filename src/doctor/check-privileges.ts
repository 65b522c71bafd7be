import { tableNames } from '../entities.ts'
import { statement } from '../database/statement.ts'
import { type CheckContext, type CheckResult, failure, warning } from './check-result.ts'

/** The tables whose rows servers also delete. */
const deleted = [
  'case_status_transitions',
  'case_type_fields',
  'erased_identities',
  'idempotency_keys',
  'operator_group_members',
  'operator_group_types',
  'operator_types',
  'sessions',
  'touchpoint_grants',
]

const missingPrivileges = statement(
  `
  select t.name as "table", p.name as privilege,
    t.name <> 'catalogue_revision' or p.name in ('SELECT', 'UPDATE') as to_serve
  from unnest($1::text[]) as t(name), unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(name)
  where (p.name <> 'DELETE' or t.name = any($2::text[]))
    and not has_table_privilege(to_regclass(quote_ident(t.name)), p.name)
  order by t.name, p.name`,
  { table: 'text', privilege: 'text', toServe: 'boolean' },
)

/** Checks the privileges of the role. They may be missing on tables that another role has migrated. */
export async function checkPrivileges(context: CheckContext): Promise<CheckResult[]> {
  const missing = await context.database.run(missingPrivileges, [tableNames, deleted])
  // The others are needed by commands only.
  const toServe = missing.filter((each) => each.toServe)
  if (toServe.length > 0) {
    const message = `The role of DATABASE_URL lacks privileges that every server needs: ${list(toServe)}.`
    return [failure('privileges', message, 'Grant them, or use the role that owns the tables.')]
  }
  if (missing.length === 0) return []
  const message = `The role of DATABASE_URL can serve, but lacks ${list(missing)}.`
  return [warning('privileges', message, 'Run "import" and "session" with the role that owns the tables.')]
}

function list(privileges: readonly { table: string; privilege: string }[]): string {
  return privileges.map(({ table, privilege }) => `${privilege} on ${table}`).join(', ')
}
