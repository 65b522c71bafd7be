import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fastTmpdir, sharedTmpdir } from '../folders.ts'
import { freePort } from '../free-port.ts'
import { postgresPrograms } from './postgres-programs.ts'

export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

const settings = {
  // The data does not outlive the tests.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '256MB',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Starts PostgreSQL in new temporary folders, with the programs of the npm package. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(sharedTmpdir(), 'casegate-postgresql-'))
  const data = mkdtempSync(join(fastTmpdir(), 'casegate-postgresql-data-'))
  const remove = () => {
    for (const each of [data, folder]) rmSync(each, { recursive: true, force: true })
  }
  try {
    return await startIn(folder, data, remove)
  } catch (error) {
    remove()
    throw error
  }
}

async function startIn(folder: string, data: string, remove: () => void): Promise<PostgresServer> {
  const user = runAs()
  if (user) chownSync(data, user.uid, user.gid)
  const programs = await postgresPrograms(folder, user !== undefined)
  const options = { ...user, cwd: data, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } }
  const locale = ['--encoding=UTF8', '--locale=C', '--lc-ctype=C.UTF-8']
  const initdb = ['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync', ...locale]
  execFileSync(join(programs, 'initdb'), initdb, { ...options, stdio: 'pipe' })

  const port = await freePort()
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const killNow = () => {
    server.kill('SIGQUIT')
    remove()
  }
  process.once('exit', killNow)
  await untilReady(server)

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', killNow)
      // The immediate stop skips the last checkpoint, which is not needed.
      server.kill('SIGQUIT')
      await exited
      remove()
    },
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const log: string[] = []
    const lines = createInterface(server.stderr!)
    lines.on('line', (line) => {
      log.push(line)
      if (line.includes('database system is ready to accept connections')) resolve()
    })
    lines.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)))
    server.once('error', reject)
  })
}

/** PostgreSQL does not run as root, and the user must exist on the machine. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
