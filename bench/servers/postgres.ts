import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPrograms } from './postgres-programs.ts'
import { treeCpuMs } from './proc.ts'
import { freePort } from './server-process.ts'

export interface PostgresServer {
  /** The URL of a database on the server. */
  url(database: string): string
  /** The CPU time of all its processes so far, in milliseconds; NaN if it is not a server of this process. */
  cpuMs(): number
  stop(): Promise<void>
}

/** The settings of a server whose speed is measured. */
export const measuredServerSettings = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** Opens the server of BENCH_DATABASE_URL, or starts one in a temporary folder, which is kept for the next run. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const given = process.env['BENCH_DATABASE_URL']
  if (given) return { url: (database) => databaseUrl(given, database), cpuMs: () => NaN, stop: async () => {} }

  const server = await startPostgres(join(tmpdir(), 'casegate-bench'), measuredServerSettings)
  return { url: server.url, cpuMs: () => treeCpuMs(server.pid()), stop: () => server.stop('SIGINT') }
}

/** A server that this process started and may stop or crash. */
export interface OwnPostgresServer {
  /** The folder of its data. */
  data: string
  url(database: string): string
  /** The postmaster, which is the parent of all other processes of the server. */
  pid(): number
  /** SIGINT is the fast shutdown of PostgreSQL, SIGQUIT the immediate one. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts the server again on the same port. */
  start(): Promise<void>
}

/** Starts a server whose data is kept in the folder, on the port of the settings if there is one. */
export async function startPostgres(folder: string, settings: Record<string, string>): Promise<OwnPostgresServer> {
  const user = serverUser()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  // The server's user needs access to the folder.
  if (user) chmodSync(folder, 0o755)
  const programs = findPrograms(folder, user !== undefined)
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
    const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
    execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...flags], { ...options, stdio: 'pipe' })
  }
  await untilUnlocked(data)
  const port = settings['port'] ?? (await freePort())
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess
  let exited: Promise<void>

  async function start(): Promise<void> {
    const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
      ...options,
      stdio: 'ignore',
    })
    server = child
    exited = new Promise((resolve) => child.once('exit', () => resolve()))
    const stopAtExit = () => child.kill('SIGINT')
    process.once('exit', stopAtExit)
    child.once('exit', () => process.off('exit', stopAtExit))
    await untilReady(url, () => server.exitCode !== null)
  }

  await start()
  return {
    data,
    url: (database) => databaseUrl(url, database),
    pid: () => server.pid ?? NaN,
    start,
    async stop(signal) {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill(signal)
      await exited
    },
  }
}

/** Waits for the server of an interrupted run, which may still be stopping. PostgreSQL replaces a stale lock file. */
async function untilUnlocked(data: string): Promise<void> {
  const lockFile = join(data, 'postmaster.pid')
  const end = performance.now() + 10_000
  while (existsSync(lockFile) && performance.now() < end) await sleep(100)
}

async function untilReady(url: string, hasExited: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (cause) {
      if (hasExited()) throw new Error('PostgreSQL did not start. Set BENCH_DATABASE_URL to a server.', { cause })
      await sleep(100)
    }
  }
}

/** PostgreSQL does not run as root, so root runs it as nobody. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
