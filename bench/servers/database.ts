import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { PostgresServer } from './postgres.ts'
import { readSeed, seedSteps } from '../seed.ts'
import { thisCheckout } from './server-process.ts'

export interface BenchDatabase {
  url: string
  /** The number of cases. */
  cases: number
  /** The version of PostgreSQL. */
  version: string
  checkpoint(): Promise<void>
  drop(): Promise<void>
}

export interface DatabaseOptions {
  cases: number
  /** Recreates the template. */
  fresh?: boolean
  /** The checkout whose migrations and seed.sql create the database. */
  checkout?: string
}

type Server = Pick<PostgresServer, 'url'>

let copies = 0

/** The templates of larger databases are not kept, because two of them need too much space. */
const maximumKept = 5_000_000

/** Creates a database as a copy of a template. The template is created once and kept on the server. */
export async function createDatabase(
  server: Server,
  { cases, fresh = false, checkout = thisCheckout }: DatabaseOptions,
): Promise<BenchDatabase> {
  const template = `casegate_bench_${cases}_${hashOfSources(checkout)}`
  const name = `${template}_copy_${++copies}`
  const version = await withClient(server.url('postgres'), async (client) => {
    if (fresh) await client.query(`drop database if exists ${template}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    // An interrupted run may have left them.
    for (const each of [name, `${template}_unfinished`]) {
      await client.query(`drop database if exists ${each} with (force)`)
    }
    const isKept = cases <= maximumKept
    await checkSpace(client, cases, (rowCount === 0 ? 1 : 0) + (isKept ? 1 : 0))
    if (rowCount === 0) await createTemplate(server, client, template, cases, checkout)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version.split(' ')[0] ?? ''
    const strategy = Number.parseInt(version) >= 15 ? 'strategy file_copy' : ''
    const create = `create database ${name} template ${template} ${strategy}`
    await client.query(isKept ? create : `alter database ${template} rename to ${name}`)
    return version
  })
  const run = (sql: string) => withClient(server.url('postgres'), async (client) => void (await client.query(sql)))
  return {
    url: server.url(name),
    cases,
    version,
    checkpoint: () => run('checkpoint'),
    drop: () => run(`drop database if exists ${name} with (force)`),
  }
}

async function createTemplate(
  server: Server,
  client: pg.Client,
  template: string,
  cases: number,
  checkout: string,
): Promise<void> {
  const startedAt = performance.now()
  const unfinished = `${template}_unfinished`
  console.log(`Creating a database with ${cases.toLocaleString('en')} cases …`)
  await client.query(`create database ${unfinished}`)
  await migrate(server.url(unfinished), checkout)
  await insertSeed(server.url(unfinished), cases, checkout)
  await client.query(`alter database ${unfinished} rename to ${template}`)
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size($1) as bytes', [template])
  console.log(`Created ${template} in ${secondsSince(startedAt)} s: ${gigabytes(Number(rows[0]?.bytes))} GB.`)
}

/** Inserts the seed of a checkout into a migrated database. The URL is that of a superuser. */
export async function insertSeed(url: string, cases: number, checkout: string = thisCheckout): Promise<void> {
  const startedAt = performance.now()
  await withClient(url, async (seeding) => {
    const indexes = await dropIndexes(seeding)
    const steps = seedSteps(readSeed(checkout), cases)
    for (const [index, step] of steps.entries()) {
      await seeding.query(step)
      if (steps.length > 3) console.log(`step ${index + 1} of ${steps.length}: ${secondsSince(startedAt)} s`)
    }
    // Filling them case by case would read and write them at random, and takes ever longer.
    await seeding.query(`set maintenance_work_mem = '512MB'`)
    for (const index of indexes) await seeding.query(index)
    await seeding.query('vacuum (analyze, freeze)')
  })
}

/** Drops the indexes of the large tables, except for primary keys. Returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any('{cases, case_events, case_comments}'::regclass[]) and not indisprimary`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Measured with 1,000,000 cases. */
const bytesPerCase = 1_050

/** Prints the space that databases need, before hours are spent on them. Throws if the disk of a local server has less. */
async function checkSpace(client: pg.Client, cases: number, copies: number): Promise<void> {
  const { rows } = await client.query<{ folder: string }>('show data_directory')
  const folder = rows[0]?.folder ?? ''
  const needed = cases * bytesPerCase * copies
  // A server on another machine or in a container has another disk.
  const { bavail, bsize } = existsSync(folder) ? statfsSync(folder) : { bavail: Infinity, bsize: 1 }
  const free = bavail * bsize
  const space = `${cases.toLocaleString('en')} cases need about ${gigabytes(needed)} GB, besides the WAL.`
  console.log(`${space}${free === Infinity ? '' : ` ${gigabytes(free)} GB are free.`}`)
  if (needed > free) throw new Error(`The disk is too small. ${space}`)
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}

/** Uses the command line, which works for any version of Casegate. */
export async function migrate(url: string, checkout: string = thisCheckout): Promise<void> {
  await runCasegate(url, ['migrate'], { checkout, timeoutMs: 60_000 })
}

/** Runs a command of the command line on a database, and returns what it prints. */
export async function runCasegate(
  url: string,
  args: readonly string[],
  { checkout = thisCheckout, timeoutMs }: { checkout?: string; timeoutMs: number },
): Promise<string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const options = { env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url }, timeout: timeoutMs }
  return (await promisify(execFile)(process.execPath, [join(checkout, 'bin/casegate.js'), ...args], options)).stdout
}

/** Identifies the schema and the data of a checkout. */
function hashOfSources(checkout: string): string {
  const folder = join(checkout, 'migrations')
  const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return createHash('sha256')
    .update([readSeed(checkout), ...migrations].join())
    .digest('hex')
    .slice(0, 8)
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // The query that runs reports the error as well.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
