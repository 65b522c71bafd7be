import { columns, type RowOf } from '../database/statements/columns.ts'
import { hasRoomFor } from '../database/disk-space.ts'
import { sessionSettings } from '../database/postgres/session-settings.ts'
import { statement } from '../database/statements/statement.ts'
import { type CheckContext, type Checking, type CheckResult, failure, ok, warning } from './check-result.ts'

const factColumns = columns({
  version: 'text',
  versionNumber: 'int',
  encoding: 'text',
  /** Whether the letters outside ASCII have a case. */
  foldsLetters: 'boolean',
  readOnly: 'boolean',
  fsync: 'text',
  fullPageWrites: 'text',
  synchronousCommit: 'text',
  /** The connections that this role can open to this database: the lowest of the limits that apply. */
  connections: 'int',
  /** Connections that count towards the limits and belong to other clients. */
  taken: 'int',
  superuser: 'boolean',
  unencrypted: 'boolean',
})
export type ServerFacts = RowOf<typeof factColumns>

// A limit of -1 means no limit. pg_stat_activity shows the database of other roles' connections to everyone.
const serverFacts = statement(
  `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int as version_number,
    getdatabaseencoding()::text as encoding,
    lower('\u00c4') = '\u00e4' as folds_letters,
    pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      nullif(d.datconnlimit, -1),
      nullif(r.rolconnlimit, -1)
    ) as connections,
    (
      select count(*)::int
      from pg_stat_activity a
      where a.datid is not null and (a.datid <> d.oid or a.usesysid <> r.oid)
    ) as taken,
    r.rolsuper as superuser,
    coalesce(
      not (select ssl from pg_stat_ssl where pid = pg_backend_pid()) and inet_client_addr() <> inet_server_addr(), false
    ) as unencrypted
  from pg_database d, pg_roles r
  where d.datname = current_database() and r.rolname = current_user`,
  factColumns,
)

export async function* checkServer({ database, poolSize }: CheckContext): Checking {
  const [facts] = await database.run(serverFacts)
  yield* checkServerFacts(facts!, poolSize)
}

export function* checkServerFacts(facts: ServerFacts, poolSize: number): Generator<CheckResult> {
  yield checkVersion(facts)
  yield* checkAccess(facts)
  yield* checkDurability(facts)
  yield checkConnections(facts, poolSize)
}

function checkVersion({ version, versionNumber }: ServerFacts): CheckResult {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= 15 && major <= 18) return ok('version', `PostgreSQL ${version} is supported.`)
  return warning('version', `PostgreSQL ${version} is not supported.`, 'Use PostgreSQL 15 to 18.')
}

function* checkAccess({
  encoding,
  foldsLetters,
  readOnly,
  superuser,
  unencrypted,
}: ServerFacts): Generator<CheckResult> {
  if (encoding !== 'UTF8') {
    const advice = 'Create a database with encoding UTF8, and move the data with export and import.'
    yield failure('encoding', `The encoding ${encoding} cannot represent all characters.`, advice)
  }
  if (!foldsLetters) {
    const message =
      'The LC_CTYPE of the database is C: searches distinguish upper and lower case of letters such as \u00c4.'
    const advice = 'Create a database with LC_CTYPE C.UTF-8, and move the data with export and import.'
    yield warning('search', message, advice)
  }
  if (readOnly) {
    const advice = 'Set DATABASE_URL to the primary server, and default_transaction_read_only to off.'
    yield failure('writing', 'The database does not accept writes: it is a standby or read-only.', advice)
  }
  if (superuser) {
    const advice = 'Create a role that owns nothing but this database.'
    yield warning('role', 'The role of DATABASE_URL is a superuser, which the service does not need.', advice)
  }
  if (unencrypted) {
    const advice = 'Add ?sslmode=verify-full to DATABASE_URL, unless you trust the network.'
    yield warning('encryption', 'The connection to another machine is not encrypted.', advice)
  }
}

function* checkDurability({ fsync, fullPageWrites, synchronousCommit }: ServerFacts): Generator<CheckResult> {
  if (fsync === 'off') {
    const message = 'fsync is off: a crash of the machine can lose acknowledged changes or all data.'
    yield failure('durability', message, 'Set fsync = on in postgresql.conf.')
  }
  if (synchronousCommit === 'off') {
    const message = 'synchronous_commit is off: a crash of the server can lose the last acknowledged changes.'
    const advice = 'Set synchronous_commit = on for the server, this role and this database.'
    yield failure('durability', message, advice)
  }
  if (fullPageWrites === 'off') {
    const message = 'full_page_writes is off: a crash of the machine can leave partially written pages.'
    const advice = 'Set full_page_writes = on, unless the file system prevents partial page writes, as ZFS does.'
    yield warning('durability', message, advice)
  }
  if (![fsync, fullPageWrites, synchronousCommit].includes('off')) {
    yield ok('durability', 'Acknowledged changes are on disk.')
  }
}

function checkConnections({ connections, taken }: ServerFacts, poolSize: number): CheckResult {
  const pool = `DATABASE_POOL_SIZE is ${poolSize}`
  const advice = 'Lower DATABASE_POOL_SIZE, or raise max_connections or the limit of the role or database.'
  if (poolSize > connections) {
    return failure('connections', `${pool}, but the database allows ${connections} connections.`, advice)
  }
  if (poolSize > connections - taken) {
    const message = `${pool}, but other clients use ${taken} of the ${connections} connections that the database allows.`
    return warning('connections', message, advice)
  }
  const processes = Math.floor(connections / poolSize)
  const enough = processes === 1 ? 'one process' : `${processes} processes`
  return ok('connections', `${pool}; the database allows ${connections} connections, enough for ${enough}.`)
}

/** The first connection has detected it. */
export async function* checkPooler({ database }: CheckContext): Checking {
  if (!database.lacksPreparedStatements?.()) return
  const message = 'The connection pooler in DATABASE_URL does not support prepared statements, so they are not used.'
  const advice = 'Set PREPARED_STATEMENTS=off, or set max_prepared_statements in PgBouncer 1.21 or later.'
  yield warning('pooler', message, advice)
}

const otherSettings = statement(
  `
  select s.name, s.setting as actual, e.value as expected
  from pg_settings s join json_each_text($1) e on e.key = s.name
  where s.setting <> e.value
  order by s.name`,
  { name: 'text', actual: 'text', expected: 'text' },
)

/** Casegate sets these for each connection or transaction, so only a pooler can change them. */
export async function* checkSettings({ database }: CheckContext): Checking {
  const advice = 'Casegate sets it to this value. Find out which pooler changes it, or connect without one.'
  for (const { name, actual, expected } of await database.run(otherSettings, [JSON.stringify(sessionSettings())])) {
    yield failure('settings', `${name} is ${actual} instead of ${expected}.`, advice)
  }
}

const space = '32 MiB'

/** Writes a temporary table where the database is stored, and drops it. */
export async function* checkSpace({ database }: CheckContext): Checking {
  const hasRoom = await hasRoomFor(space, database)
  if (hasRoom === undefined) yield ok('space', 'The role cannot find out whether the disk has room.')
  else if (hasRoom) yield ok('space', `The disk of the database has room for ${space} more, at least.`)
  else {
    const advice = 'Free up space on the database server, before changes fail with 503.'
    yield failure('space', `The disk of the database has no room for ${space} more.`, advice)
  }
}

const clock = statement(`select extract(epoch from clock_timestamp()) * 1000 as now`, { now: 'numeric' })

const toleranceMs = 2_000

export async function* checkClock({ database, now }: CheckContext): Checking {
  const before = now()
  const [row] = await database.run(clock)
  const after = now()
  const difference = row!.now - (before + after) / 2
  if (Math.abs(difference) <= toleranceMs + (after - before) / 2) return
  const seconds = Math.round(Math.abs(difference) / 1000)
  const message = `The database's clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine's.`
  const advice =
    "Synchronize both with NTP: sessions and events use the database's clock, and the log uses this machine's."
  yield warning('clock', message, advice)
}
