import pg from 'pg'
import { declareCitusFunctions } from '../../../src/citus-functions.ts'
import { distribute } from '../../../src/database/citus/distribution.ts'
import { openPostgres } from '../../../src/database/postgres/postgres.ts'
import { databaseUrl } from './postgres-server.ts'

/** The servers of a Citus cluster that test databases are distributed over. */
export interface CitusCluster {
  /** The URL of TEST_CITUS_URL. */
  given: string
  coordinator: Server
  workers: Server[]
  /** The server that the tests connect to: the coordinator, or the first worker if TEST_CITUS_SERVER is "worker". */
  entry: Server
}

interface Server {
  host: string
  port: number
}

/** The cluster of the database of TEST_CITUS_URL. The workers accept the same user as the coordinator. */
export async function readCluster(url: string): Promise<CitusCluster> {
  const nodes = `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node`
  const rows = await query<Server & { isCoordinator: boolean }>(url, nodes)
  const [coordinator] = rows.filter(({ isCoordinator }) => isCoordinator)
  const workers = rows.filter(({ isCoordinator }) => !isCoordinator)
  if (!coordinator || workers.length === 0) {
    throw new Error('TEST_CITUS_URL must be a database with a coordinator and workers. See docs/citus.md.')
  }
  const entry = process.env['TEST_CITUS_SERVER'] === 'worker' ? workers[0]! : coordinator
  return { given: url, coordinator, workers, entry }
}

/** Distributes the tables of a migrated database. It is created on the workers too. */
export async function distributeOver({ given, coordinator, workers }: CitusCluster, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await query(url, 'create extension citus')
  await query(url, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`)
  // One database at a time, because each new node gets all roles, and no two databases can alter a role at once.
  const waiting = new pg.Client({ connectionString: given })
  await waiting.connect()
  try {
    await waiting.query('select pg_advisory_lock(1)')
    for (const worker of workers) {
      await query(urlOf(worker, url, 'postgres'), `create database ${name}`)
      await query(urlOf(worker, url, name), 'create extension citus')
      await query(url, `select citus_add_node('${worker.host}', ${worker.port})`)
    }
  } finally {
    await waiting.end()
  }
  // More shards take longer to create, and each worker still has several.
  const withFewShards = new URL(url)
  withFewShards.searchParams.set('options', '-c citus.shard_count=4')
  const store = { kind: 'postgresql' as const, url: withFewShards.href, poolSize: 2, preparedStatements: true }
  const database = await openPostgres(store)
  await declareCitusFunctions()
  await distribute(database).finally(() => database.close())
}

/** The URL that the tests use of a distributed database. */
export function entryUrl({ entry }: CitusCluster, url: string): string {
  return urlOf(entry, url, new URL(url).pathname.slice(1))
}

/** Drops the database on the workers. */
export async function dropOnWorkers({ workers }: CitusCluster, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  for (const worker of workers) {
    await query(urlOf(worker, url, 'postgres'), `drop database if exists ${name} with (force)`)
  }
}

function urlOf({ host, port }: Server, url: string, database: string): string {
  const result = new URL(databaseUrl(url, database))
  result.hostname = host
  result.port = `${port}`
  return result.href
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text).finally(() => client.end())
  return rows
}
