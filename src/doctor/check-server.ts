import { type CheckResult, failure, ok, warning } from './check-result.ts'
import { type Queryable, statement } from '../database/statement.ts'

export interface ServerFacts {
  version: string
  versionNumber: number
  encoding: string
  readOnly: boolean
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  /** Connections that ordinary roles may have: of all, of this role and of this database together. */
  connections: number
  /** Those of them that others have open. */
  taken: number
  superuser: boolean
  unencrypted: boolean
}

// A limit of -1 is none. Whose connection is another's is not told to everybody, but which database it is on is.
const serverFacts = statement<ServerFacts>(`
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int as "versionNumber",
    getdatabaseencoding()::text as encoding,
    pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
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
  where d.datname = current_database() and r.rolname = current_user
`)

export async function checkServer(database: Queryable, poolSize: number): Promise<CheckResult[]> {
  const [facts] = await database.run(serverFacts)
  return judgeServer(facts!, poolSize)
}

export function judgeServer(facts: ServerFacts, poolSize: number): CheckResult[] {
  return [judgeVersion(facts), ...judgeUse(facts), ...judgeDurability(facts), judgeConnections(facts, poolSize)]
}

function judgeVersion({ version, versionNumber }: ServerFacts): CheckResult {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= 15 && major <= 18) return ok('version', `PostgreSQL ${version} is supported.`)
  return warning('version', `PostgreSQL ${version} is not one of those that are supported.`, 'Use PostgreSQL 15 to 18.')
}

function judgeUse({ encoding, readOnly, superuser, unencrypted }: ServerFacts): CheckResult[] {
  const findings: CheckResult[] = []
  if (encoding !== 'UTF8') {
    const advice = 'Make a database with encoding UTF8, and bring the data there by export and import.'
    findings.push(failure('encoding', `The database keeps text as ${encoding}, which lacks characters.`, advice))
  }
  if (readOnly) {
    const advice = 'Set DATABASE_URL to the primary server, and default_transaction_read_only to off.'
    findings.push(failure('writing', 'The database takes no writes: it is a standby or read-only.', advice))
  }
  if (superuser) {
    const advice = 'Make a role that owns this database and nothing else.'
    findings.push(warning('role', 'DATABASE_URL names a superuser, who may do more than the service needs.', advice))
  }
  if (unencrypted) {
    const advice = 'Add ?sslmode=verify-full to DATABASE_URL, unless the network between them is trusted.'
    findings.push(warning('encryption', 'The connection to another machine is not encrypted.', advice))
  }
  return findings
}

function judgeDurability({ fsync, fullPageWrites, synchronousCommit }: ServerFacts): CheckResult[] {
  const findings: CheckResult[] = []
  if (fsync === 'off') {
    const message = 'fsync is off: a crash of the machine loses changes that were acknowledged, or all data.'
    findings.push(failure('durability', message, 'Set fsync = on in postgresql.conf.'))
  }
  if (synchronousCommit === 'off') {
    const message = 'synchronous_commit is off: a crash of the server loses the last changes that were acknowledged.'
    const advice = 'Set synchronous_commit = on for the server, and for this role and database.'
    findings.push(failure('durability', message, advice))
  }
  if (fullPageWrites === 'off') {
    const message = 'full_page_writes is off: a crash of the machine may leave pages half written.'
    const advice = 'Set full_page_writes = on, unless the file system never writes a page half, as ZFS.'
    findings.push(warning('durability', message, advice))
  }
  if (findings.length === 0) findings.push(ok('durability', 'What is acknowledged is on the disk.'))
  return findings
}

function judgeConnections({ connections, taken }: ServerFacts, poolSize: number): CheckResult {
  const pool = `DATABASE_POOL_SIZE is ${poolSize}`
  const advice = 'Set DATABASE_POOL_SIZE lower, or raise max_connections or the limit of the role or database.'
  if (poolSize > connections) {
    return failure('connections', `${pool}, and the database grants ${connections} connections.`, advice)
  }
  if (poolSize > connections - taken) {
    const free = `of the ${connections} connections that the database grants, others have ${taken}`
    return warning('connections', `${pool}, and ${free}.`, advice)
  }
  const processes = Math.floor(connections / poolSize)
  const fit = processes === 1 ? 'one process' : `${processes} processes`
  return ok('connections', `${pool}; the database grants ${connections} connections, enough for ${fit}.`)
}

const clock = statement<{ now: number }>(`select extract(epoch from clock_timestamp()) * 1000 as now`)

const toleratedMs = 2_000

export async function checkClock(database: Queryable, now: () => number): Promise<CheckResult[]> {
  const before = now()
  const [row] = await database.run(clock)
  const after = now()
  const difference = row!.now - (before + after) / 2
  if (Math.abs(difference) <= toleratedMs + (after - before) / 2) {
    return [ok('clock', 'This machine and the database agree on the time.')]
  }
  const seconds = Math.round(Math.abs(difference) / 1000)
  const message = `The database's clock is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine's.`
  const advice =
    "Let both take the time from NTP: sessions and events go by the database's clock, the log by this machine's."
  return [warning('clock', message, advice)]
}
