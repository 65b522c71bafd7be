import { tableNames } from '../database/schema/entities.ts'
import { statement } from '../database/statement.ts'
import { type CheckContext, type CheckResult, failure, warning } from './check-result.ts'

const missingPrivileges = statement(
  `
  select t.name as "table", p.name as privilege,
    p.name = 'SELECT' or (t.name, p.name) in (
      ('cases', 'INSERT'), ('cases', 'UPDATE'), ('case_events', 'INSERT'),
      ('case_comments', 'INSERT'), ('case_comments', 'UPDATE'),
      ('idempotency_keys', 'INSERT'), ('idempotency_keys', 'UPDATE'), ('idempotency_keys', 'DELETE'),
      ('limit_usage', 'INSERT'), ('limit_usage', 'UPDATE'), ('limit_usage', 'DELETE'),
      ('sessions', 'INSERT'), ('sessions', 'UPDATE'), ('sessions', 'DELETE'),
      ('erased_identities', 'INSERT'), ('erased_identities', 'UPDATE'), ('erased_identities', 'DELETE'),
      ('case_events', 'UPDATE'), ('catalogue_revision', 'UPDATE'),
      ('audit_events', 'INSERT'), ('audit_events', 'UPDATE')
    ) or t.name = any($2::text[]) and p.name <> 'DELETE' or t.name = any($3::text[]) as to_serve
  from unnest($1::text[]) as t(name), unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(name)
  where (p.name <> 'DELETE' or t.name in ('erased_identities', 'idempotency_keys', 'limit_usage', 'sessions') or t.name = any($3::text[]))
    and not has_table_privilege(to_regclass(quote_ident(t.name)), p.name)
  order by t.name, p.name`,
  { table: 'text', privilege: 'text', toServe: 'boolean' },
)

/** The tables of what admins configure. Nothing is deleted. */
const configured = [
  'case_categories',
  'case_resolutions',
  'case_statuses',
  'case_type_categories',
  'case_types',
  'operator_groups',
  'persons',
  'touchpoint_secrets',
  'touchpoints',
]

/** The tables of lists of these items, which are replaced. */
const listed = [
  'case_status_transitions',
  'case_type_fields',
  'operator_group_members',
  'operator_group_types',
  'operator_types',
  'touchpoint_grants',
]

/** Checks the privileges of the role. They may be missing on tables that another role has migrated. */
export async function checkPrivileges(context: CheckContext): Promise<CheckResult[]> {
  const missing = await context.database.run(missingPrivileges, [tableNames, configured, listed])
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
