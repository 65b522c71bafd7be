import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { PostgresServer } from './postgres.ts'
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
    if (rowCount === 0) await createTemplate(server, client, template, cases, checkout)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version.split(' ')[0] ?? ''
    const strategy = Number.parseInt(version) >= 15 ? 'strategy file_copy' : ''
    // An interrupted run may have left its copy.
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template} ${strategy}`)
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
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const url = server.url(unfinished)
  await migrate(url, checkout)
  await withClient(url, async (seeding) => {
    await seeding.query(readSeed(checkout).replaceAll(':cases', String(cases)))
    await seeding.query('vacuum (analyze, freeze)')
  })
  await client.query(`alter database ${unfinished} rename to ${template}`)
  console.log(`Created ${template} in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
}

/** Uses the command line, which works for any version of Casegate. */
async function migrate(url: string, checkout: string): Promise<void> {
  const { PATH = '' } = process.env
  const options = { env: { PATH, DATABASE_URL: url }, timeout: 60_000 }
  await promisify(execFile)(process.execPath, [join(checkout, 'bin/casegate.js'), 'migrate'], options)
}

function readSeed(checkout: string): string {
  return readFileSync(join(checkout, 'bench/seed.sql'), 'utf8')
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
  await client.connect()
  return work(client).finally(() => client.end())
}
