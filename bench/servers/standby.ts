import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type OwnPostgresServer, startPostgres } from './postgres.ts'

/** What a server needs so that a standby can follow it. */
export const replicationSettings = { wal_level: 'replica', wal_keep_size: '1GB', max_wal_senders: '10' }

/** Copies a running server into the folder, as a base backup, and starts the copy as its streaming standby. */
export async function startStandby(
  primary: OwnPostgresServer,
  folder: string,
  settings: Record<string, string>,
): Promise<OwnPostgresServer> {
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    // Files may vanish while they are copied.
    await promisify(execFile)('cp', ['--archive', primary.data, data]).catch(() => {})
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const file of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
      rmSync(join(data, file), { force: true })
    for (const { name } of readdirSync(join(data, 'pg_wal'), { withFileTypes: true }).filter((each) => each.isFile())) {
      rmSync(join(data, 'pg_wal', name))
    }
    writeFileSync(join(data, 'backup_label'), rows[0]!.labelfile)
  } finally {
    await client.end()
  }
  const { port } = new URL(primary.url('postgres'))
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(data, 'standby.signal'), '')
  // The files that were added belong to the user of the server as well.
  execFileSync('chown', ['--recursive', `--reference=${primary.data}`, data])
  return startPostgres(folder, settings)
}

/** Runs a command on a server, and returns the first value of its result. */
export async function runOn<Value>(server: OwnPostgresServer, command: string, database = 'postgres'): Promise<Value> {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, Value>>(command)
    return Object.values(rows[0] ?? {})[0] as Value
  } finally {
    await client.end()
  }
}

/** Lets commits on the server wait until a standby has written them to its disk. */
export async function requireStandby(primary: OwnPostgresServer): Promise<void> {
  await runOn(primary, `alter system set synchronous_standby_names = '*'`)
  await runOn(primary, 'select pg_reload_conf()')
  while (!(await runOn(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`))) await sleep(20)
}

/** Promotes the standby, and returns when it accepts writes. */
export async function promote(standby: OwnPostgresServer): Promise<void> {
  await runOn(standby, `alter system reset synchronous_standby_names`)
  await runOn(standby, 'select pg_reload_conf()')
  if (!(await runOn(standby, 'select pg_promote()'))) throw new Error('The standby was not promoted.')
}
