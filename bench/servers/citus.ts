import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type BenchDatabase, createDatabase, runCasegate, withClient } from './database.ts'
import { requireStandby, startStandby } from './standby.ts'
import { measuredServerSettings, type OwnPostgresServer, startPostgres } from './postgres.ts'

/** The servers of a Citus cluster that this process started. */
export interface CitusCluster {
  coordinator: OwnPostgresServer
  workers: OwnPostgresServer[]
  /** All of them, the coordinator first. */
  servers: OwnPostgresServer[]
  /** Starts a synchronous standby of a server. */
  addStandby(server: OwnPostgresServer): Promise<OwnPostgresServer>
  stop(): Promise<void>
}

/** Prepared transactions of a server that failed are finished a second after it is back, instead of a minute. */
const settings = {
  shared_buffers: '256MB',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '300',
  max_prepared_transactions: '300',
  max_worker_processes: '40',
  'citus.recover_2pc_interval': '1s',
  'citus.max_adaptive_executor_pool_size': '1',
}

const firstPort = 7_600

/** The folder of the programs of a PostgreSQL that has Citus; undefined if there is none. */
export function findCitus(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const given = process.env['CITUS_BINDIR']
  const folders = given ? [given] : versions.map((version) => join(debian, version, 'bin'))
  const libraries = ['lib/citus.so', 'lib/postgresql/citus.so', 'lib64/citus.so', 'pkglib/citus.so']
  return folders.find((bin) => libraries.some((library) => existsSync(join(bin, '..', library))))
}

/** Like `findCitus`. Throws if there is none. */
export function requireCitus(): string {
  const found = findCitus()
  if (found) return found
  throw new Error(
    'No PostgreSQL with Citus was found. Install Citus for an installed version of PostgreSQL, from ' +
      'https://docs.citusdata.com/en/stable/installation/multi_node.html or from source. If the version is not in ' +
      '/usr/lib/postgresql, set CITUS_BINDIR to the folder of its programs ("pg_config --bindir").',
  )
}

/** Starts a coordinator and workers, with their data in the folder. Later settings replace those above. */
export async function startCluster(
  folder: string,
  workers: number,
  given: Record<string, string> = {},
): Promise<CitusCluster> {
  const programs = requireCitus()
  const servers: OwnPostgresServer[] = []
  const standbys: OwnPostgresServer[] = []
  const stop = async () => void (await Promise.all([...standbys, ...servers].map((server) => server.stop('SIGQUIT'))))
  const settingsOf = async () => ({ ...measuredServerSettings, ...settings, ...given, port: `${await freeLowPort()}` })
  const names = ['coordinator', ...Array.from({ length: workers }, (_, index) => `worker-${index + 1}`)]
  try {
    for (const name of names) {
      servers.push(await startPostgres(join(folder, name), await settingsOf(), programs))
    }
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator, ...others] = servers
  async function addStandby(server: OwnPostgresServer): Promise<OwnPostgresServer> {
    const standby = await startStandby(server, `${server.data}-standby`, await settingsOf(), programs)
    standbys.push(standby)
    await requireStandby(server)
    return standby
  }

  return { coordinator: coordinator!, workers: others, servers, addStandby, stop }
}

/** Creates a database with the cases of the benchmark, distributed over the workers. Its URL is that of the coordinator. */
export async function createDistributedDatabase(cluster: CitusCluster, cases: number): Promise<BenchDatabase> {
  const database = await createDatabase(cluster.coordinator, { cases })
  const name = nameOf(database)
  for (const worker of cluster.workers) {
    await withClient(worker.url('postgres'), (client) => client.query(`create database ${name}`))
    await withClient(worker.url(name), (client) => client.query('create extension citus'))
  }
  await withClient(database.url, async (client) => {
    await client.query('create extension citus')
    await client.query(`select citus_set_coordinator_host('127.0.0.1', ${portOf(cluster.coordinator)})`)
    for (const worker of cluster.workers) await client.query(`select citus_add_node('127.0.0.1', ${portOf(worker)})`)
  })
  await runCasegate(database.url, ['distribute', '--execute'], { timeoutMs: 3_600_000 })
  return database
}

/** The URL of a database on all workers. Each of them takes requests, and each of the standbys does once it is promoted. */
export function urlOfWorkers(
  { workers }: CitusCluster,
  database: string,
  standbys: readonly OwnPostgresServer[] = [],
): string {
  const hosts = [...workers, ...standbys].map((server) => `127.0.0.1:${portOf(server)}`)
  const writable = standbys.length > 0 ? '&target_session_attrs=read-write' : ''
  return `postgresql://postgres@${hosts.join()}/${database}?load_balance_hosts=random${writable}`
}

/** The name of a database, which is the same on all servers of a cluster. */
export const nameOf = ({ url }: Pick<BenchDatabase, 'url'>) => new URL(url).pathname.slice(1)

export const portOf = (server: OwnPostgresServer) => Number(new URL(server.url('postgres')).port)

/** A port below the range for outgoing connections, so that it is still free when a server restarts. */
async function freeLowPort(port = firstPort): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return isFree ? port : freeLowPort(port + 1)
}
