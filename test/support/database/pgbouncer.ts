import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from '../cleanup.ts'
import { sharedTmpdir } from '../folders.ts'
import { freePort } from '../free-port.ts'

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
/** The program that PGBOUNCER names, or the installed one. */
const program = process.env['PGBOUNCER'] || folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync)

export const hasPgBouncer = program !== undefined

/** Whether this PgBouncer lets clients prepare statements in transaction mode, as 1.21 and later do. */
export function supportsPreparedStatements(): boolean {
  if (!hasPgBouncer) return false
  const [major = 0, minor = 0] = pgBouncerVersion().split('.').map(Number)
  return major > 1 || minor >= 21
}

/** A PgBouncer in front of a PostgreSQL server. */
export interface PgBouncer {
  /** The URL of the same database through PgBouncer. */
  url: string
  start(): Promise<void>
  /** Ends the process at once, with all its connections. */
  stop(): Promise<void>
  remove(): Promise<void>
}

interface PgBouncerOptions {
  /** How many connections to PostgreSQL its clients share. */
  poolSize?: number
  mode?: 'transaction' | 'session'
  /** Whether clients may prepare statements, as far as this PgBouncer supports it. */
  preparedStatements?: boolean
}

/** Starts a PgBouncer that is removed after the test file, and returns its URL. */
export async function pgBouncerUntilEnd(...request: Parameters<typeof startPgBouncer>): Promise<string> {
  const bouncer = await startPgBouncer(...request)
  afterFile(() => bouncer.remove())
  return bouncer.url
}

export async function startPgBouncer(
  databaseUrl: string,
  { poolSize = 16, mode = 'transaction', preparedStatements = true }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const target = new URL(databaseUrl)
  const folder = mkdtempSync(join(sharedTmpdir(), 'casegate-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    pool_mode: mode,
    default_pool_size: poolSize,
    max_client_conn: 500,
    ...(supportsPreparedStatements() && { max_prepared_statements: preparedStatements ? 200 : 0 }),
    // By default, it waits for 15 s after a failure.
    server_login_retry: 1,
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    // PgBouncer does not run as root.
    ...(isRoot ? { user: 'nobody' } : {}),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const server = `* = host=${target.hostname} port=${target.port || 5432}`
  writeFileSync(join(folder, 'pgbouncer.ini'), ['[databases]', server, '[pgbouncer]', ...lines, ''].join('\n'))
  writeFileSync(join(folder, 'users'), `"${decodeURIComponent(target.username)}" ""\n`)

  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const killNow = () => void child?.kill('SIGKILL')
  process.once('exit', killNow)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const bouncer: PgBouncer = {
    url: url.href,
    async start() {
      child = spawn(program!, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
      while (!(await accepts(port))) {
        if (child.exitCode !== null) throw new Error(`${program} exited with ${child.exitCode}.`)
        await sleep(10)
      }
    },
    stop,
    async remove() {
      await stop()
      process.off('exit', killNow)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await bouncer.start()
  return bouncer
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** The version of the installed PgBouncer, for example 1.18.0. */
export function pgBouncerVersion(): string {
  return /\d+\.\d+\.\d+/.exec(execFileSync(program!, ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
}
