import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OwnPostgresServer, startPostgres } from '../../bench/servers/postgres.ts'
import { promote, replicationSettings, startStandby } from '../../bench/servers/standby.ts'
import type { Database } from '../../src/database/database.ts'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { afterFile } from '../support/cleanup.ts'
import { urlOf } from '../support/database/clusters.ts'
import { sql } from '../support/database/database.ts'
import { fastTmpdir } from '../support/folders.ts'

const settings = {
  ...replicationSettings,
  fsync: 'off',
  autovacuum: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}
const poolSize = 6

let folder: string
let servers: [OwnPostgresServer, OwnPostgresServer]

beforeAll(async () => {
  folder = mkdtempSync(join(fastTmpdir(), 'casegate-hosts-'))
  // The user of the servers must be able to enter it.
  chmodSync(folder, 0o755)
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const start = async (name: string) => {
    const server = await startPostgres(join(folder, name), settings)
    afterFile(() => server.stop('SIGQUIT'))
    return server
  }
  servers = [await start('one'), await start('two')]
})

const portOf = (server: OwnPostgresServer) => new URL(urlOf(server)).port

/** Opens a database with these hosts. */
async function open(
  hosts: (OwnPostgresServer | number)[],
  parameters = '',
  queryTimeoutMs = 60_000,
): Promise<Database> {
  const addresses = hosts.map((each) => `127.0.0.1:${typeof each === 'number' ? each : portOf(each)}`)
  const url = `postgres://postgres@${addresses.join()}/postgres?load_balance_hosts=random${parameters}`
  const database = await openPostgres({ kind: 'postgresql', url, poolSize, preparedStatements: true, queryTimeoutMs })
  onTestFinished(() => database.close())
  return database
}

/** The port of the server that ran a statement. */
const askPort = async (database: Database, seconds = 0) =>
  (await sql<{ port: string }>(database, `select current_setting('port') as port, pg_sleep(${seconds})`))[0]!.port

/** The ports of as many statements at once as the pool has connections, in order. */
const ports = async (database: Database) =>
  (await Promise.all(Array.from({ length: poolSize }, () => askPort(database, 0.1)))).toSorted()

/** The same, if each server has its share. */
const onEach = (each: OwnPostgresServer[]) =>
  each.flatMap((server) => Array.from({ length: poolSize / 2 }, () => portOf(server))).toSorted()

/** Runs statements without a pause until it is told to stop. Returns how many were answered and rejected by then. */
function load(database: Database) {
  const counts = { answered: 0, rejected: 0 }
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const isAnswered = await askPort(database, 0.005).then(
        () => true,
        () => false,
      )
      counts[isAnswered ? 'answered' : 'rejected']++
      // Others run meanwhile, even if statements are rejected at once.
      await setImmediate()
    }
  }
  const running = Promise.all(Array.from({ length: 2 * poolSize }, run))
  return {
    counts,
    /** Waits for this many more answers. */
    async more(count: number) {
      const end = counts.answered + count
      await expect.poll(() => counts.answered, { interval: 5, timeout: 20_000 }).toBeGreaterThan(end)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Stops all processes of a server, as a machine does that hangs. */
function hang(server: OwnPostgresServer): () => void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', `${server.pid()}`], { encoding: 'utf8' })
  const all = [server.pid(), ...children.trim().split(/\s+/).map(Number)]
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of all) process.kill(pid, signal)
  }
  send('SIGSTOP')
  let isStopped = true
  const goOn = () => {
    if (isStopped) send('SIGCONT')
    isStopped = false
  }
  onTestFinished(goOn)
  return goOn
}

test('the connections are spread over all hosts', async () => {
  expect(await ports(await open(servers))).toEqual(onEach(servers))
})

test('a host that is down at the start is left out', async () => {
  const database = await open([1, servers[0]])
  expect(new Set(await ports(database))).toEqual(new Set([portOf(servers[0])]))
  await database.exclusively(1, () => askPort(database))
})

test('statements are rejected while all hosts are down, and run when one starts', async () => {
  const [server] = servers
  const database = await open([1, server])
  await server.stop('SIGQUIT')
  await expect(askPort(database)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(askPort(database)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await server.start()
  expect(await askPort(database)).toBe(portOf(server))
})

test('only statements on a killed host fail, and the host gets its share of connections when it returns', async () => {
  const database = await open(servers)
  const { counts, more, stop } = load(database)
  await more(50)
  await servers[1].stop('SIGQUIT')
  await more(200)
  expect(counts.rejected).toBeLessThanOrEqual(poolSize / 2)
  const { rejected } = counts
  await servers[1].start()
  await more(200)
  await expect.poll(() => ports(database), { timeout: 15_000 }).toEqual(onEach(servers))
  await stop()
  expect(counts.rejected).toBe(rejected)
})

test('only statements on a host that hangs fail, and the host gets its share of connections when it responds', async () => {
  const database = await open(servers)
  const { counts, more, stop } = load(database)
  await more(50)
  const goOn = hang(servers[1])
  // They fail long before their time limit.
  await expect.poll(() => counts.rejected, { timeout: 15_000 }).toBe(poolSize / 2)
  await more(200)
  goOn()
  await expect.poll(() => ports(database), { timeout: 20_000 }).toEqual(onEach(servers))
  await stop()
  expect(counts.rejected).toBe(poolSize / 2)
})

test('a time limit on a host that hangs does not cause rejections on another host', async () => {
  const database = await open(servers, '', 1_500)
  await ports(database)
  hang(servers[1])
  const outcomeOf = () => askPort(database, 0.05).catch((error: Error) => (error.cause as Error).message)
  const atOnce = () => Promise.all(Array.from({ length: poolSize }, outcomeOf))
  const half = (outcome: string) => Array.from({ length: poolSize / 2 }, () => outcome)
  expect((await atOnce()).toSorted()).toEqual([...half(portOf(servers[0])), ...half('Query read timeout')].toSorted())
  for (let count = 0; count < 3; count++) expect(new Set(await atOnce())).toEqual(new Set([portOf(servers[0])]))
})

test('standbys are skipped until they are promoted, if connections must accept writes', async () => {
  const [primary] = servers
  const standby = await startStandby(primary, join(folder, 'standby'), settings)
  onTestFinished(() => standby.stop('SIGQUIT'))
  const database = await open([standby, primary], '&target_session_attrs=read-write')
  expect(new Set(await ports(database))).toEqual(new Set([portOf(primary)]))
  await promote(standby)
  await expect.poll(() => ports(database), { timeout: 20_000 }).toEqual(onEach([primary, standby]))
})
