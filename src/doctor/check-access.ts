import { tableNames } from '../database/schema/orm.ts'
import { statement } from '../database/statements/statement.ts'
import { type CheckContext, type Checking, type CheckResult, failure, warning } from './check-result.ts'
import { maximumSecrets } from '../auth/touchpoint-secrets/touchpoint-secrets.ts'
import { commandName } from '../settings/command-name.ts'
import { columns, type RowOf, typed } from '../database/statements/columns.ts'
import type { LoginKind } from '../login-kinds.ts'
import { publicHashes } from '../transfer/demo-data.ts'

/** The tables whose rows servers also delete. */
const deleted = [
  'attachment_chunks',
  'attachments',
  'case_feed',
  'case_links',
  'case_merges',
  'case_outbox',
  'case_presences',
  'case_reads',
  'case_status_transitions',
  'case_terms',
  'case_type_fields',
  'erased_identities',
  'idempotency_keys',
  'invitations',
  'operator_group_members',
  'operator_group_types',
  'operator_types',
  'passkeys',
  'person_terms',
  'sessions',
  'touchpoint_grants',
  'used_challenges',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_secrets',
]

const missingPrivileges = statement(
  `
  select t.name as "table", p.name as privilege,
    case t.name
      when 'catalogue_revision' then p.name in ('SELECT', 'UPDATE')
      when 'sla_recomputation' then p.name in ('SELECT', 'UPDATE')
      when 'challenge_key' then p.name = 'SELECT'
      else true
    end as to_serve
  from unnest($1::text[]) as t(name), unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as p(name)
  where (p.name <> 'DELETE' or t.name = any($2::text[]))
    and not has_table_privilege(to_regclass(quote_ident(t.name)), p.name)
  order by t.name, p.name`,
  { table: 'text', privilege: 'text', toServe: 'boolean' },
)

/** Checks the privileges of the role. They may be missing on tables that another role has migrated. */
export async function* checkPrivileges({ database }: CheckContext): Checking {
  const missing = await database.run(missingPrivileges, [tableNames(database), deleted])
  // The others are needed by commands only.
  const toServe = missing.filter((each) => each.toServe)
  if (toServe.length > 0) {
    const message = `The role of DATABASE_URL lacks privileges that every server needs: ${list(toServe)}.`
    yield failure('privileges', message, 'Grant them, or use the role that owns the tables.')
  } else if (missing.length > 0) {
    const message = `The role of DATABASE_URL can serve, but lacks ${list(missing)}.`
    yield warning('privileges', message, 'Run "import" and "session" with the role that owns the tables.')
  }
}

function list(privileges: readonly { table: string; privilege: string }[]): string {
  return privileges.map(({ table, privilege }) => `${privilege} on ${table}`).join(', ')
}

interface ValidSecret {
  id: string
  /** The SHA-256 in hexadecimal. */
  hash: string
  /** Older than a year. */
  old: boolean
}

const touchpointColumns = columns({
  code: 'text',
  logins: typed<LoginKind[]>('json'),
  secrets: typed<ValidSecret[]>('json'),
})

const touchpointsWithSecrets = statement(
  `
select t.code, array_to_json(t.logins) as logins, coalesce((
    select json_agg(json_build_object(
      'id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'old', s.created_at < now() - interval '1 year') order by s.id)
    from touchpoint_secrets s
    where s.touchpoint_code = t.code and s.revoked_at is null
  ), '[]') as secrets
from touchpoints t
order by t.code collate "C"`,
  touchpointColumns,
)

const liveSessions = statement(
  `
select k.kind, count(*) as number, array_to_json((array_agg(s.id order by s.id))[1:3]) as examples
from live_sessions v
join sessions s on s.token_hash = v.token_hash
cross join lateral (values
  ('with a public token of the demonstration data',
    s.token_hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) hash))),
  ('without expiry', coalesce(s.expires_at > now() + interval '11 years', true))
) as k (kind, applies)
where k.applies
group by k.kind
order by k.kind collate "C"`,
  { kind: 'text', number: 'bigint', examples: typed<string[]>('json') },
)

/** Finds live sessions that everyone can use or that never expire. */
export async function* checkSessions({ database }: CheckContext): Checking {
  for (const { kind, number, examples } of await database.run(liveSessions, [[...publicHashes]])) {
    const message = `${number} live session${number === 1 ? '' : 's'} ${kind}, such as ${examples.join(', ')}.`
    yield warning('sessions', message, `Revoke those that you do not need: ${commandName} session revoke ID`)
  }
}

/** Finds secrets that are old or public, and touchpoints whose secrets can do too much or nothing. */
export async function* checkTouchpoints({ database }: CheckContext): Checking {
  for (const touchpoint of await database.run(touchpointsWithSecrets)) yield* touchpointProblems(touchpoint)
}

function* touchpointProblems({ code, logins, secrets }: RowOf<typeof touchpointColumns>): Generator<CheckResult> {
  const name = `The touchpoint ${JSON.stringify(code)}`
  for (const { id, hash, old } of secrets) {
    const replace = `Replace it: ${commandName} touchpoint secret create ${code}, then ${commandName} touchpoint secret revoke ${id}`
    if (publicHashes.has(hash)) yield problem(`${name} has a public secret of the demonstration data, ${id}.`, replace)
    else if (old) yield problem(`${name} has a secret that is older than a year, ${id}.`, replace)
  }
  const kinds = logins.map((kind) => kind.toLowerCase()).join(', ')
  if (logins.length > 0 && secrets.length === 0) {
    const create = `Create one: ${commandName} touchpoint secret create ${code}`
    yield problem(`${name} has login kinds (${kinds}), but has no valid secret.`, create)
  }
  if (logins.length === 0 && secrets.length > 0) {
    const advice = `Set its login kinds, as in: ${commandName} touchpoint set ${code} --logins party. Or revoke its secrets.`
    yield problem(`${name} has a valid secret, but no login kinds.`, advice)
  }
  if (logins.some(isStaff) && logins.some((kind) => !isStaff(kind))) {
    const advice = 'Use separate touchpoints: a stolen secret of a web site must not log in operators or admins.'
    yield problem(`${name} creates sessions for customers and staff (${kinds}).`, advice)
  }
  if (secrets.length > maximumSecrets) {
    const advice = `Revoke those that you do not need: ${commandName} touchpoint secret list ${code}`
    yield problem(`${name} has ${secrets.length} valid secrets, more than ${maximumSecrets}.`, advice)
  }
}

const isStaff = (kind: LoginKind) => kind === 'OPERATOR' || kind === 'ADMIN'

const problem = (message: string, advice: string) => warning('touchpoints', message, advice)
