import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../src/database/migrate.ts'
import { openPostgres } from '../src/database/postgres.ts'
import type { PostgresServer } from './postgres.ts'

export interface BenchDatabase {
  url: string
  /** How many cases it has. */
  cases: number
  /** PostgreSQL's. */
  version: string
  checkpoint(): Promise<void>
  drop(): Promise<void>
}

let copies = 0

const read = (relative: string) => readFileSync(new URL(relative, import.meta.url), 'utf8')
const seed = read('seed.sql')
const migrations = readdirSync(new URL('../migrations/', import.meta.url)).map((file) => read(`../migrations/${file}`))
const madeBy = createHash('sha256')
  .update([seed, ...migrations].join())
  .digest('hex')
  .slice(0, 8)

/** A database of that many cases, copied from a template that is made once and kept. */
export async function createDatabase(
  server: Pick<PostgresServer, 'url'>,
  cases: number,
  fresh: boolean,
): Promise<BenchDatabase> {
  const template = `casegate_bench_${cases}_${madeBy}`
  const name = `${template}_${process.pid}_${++copies}`
  const version = await withClient(server.url('postgres'), async (client) => {
    if (fresh) await client.query(`drop database if exists ${template}`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeTemplate(server, client, template, cases)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    const version = rows[0]?.server_version.split(' ')[0] ?? ''
    const strategy = Number.parseInt(version) >= 15 ? 'strategy file_copy' : ''
    await client.query(`create database ${name} template ${template} ${strategy}`)
    return version
  })
  return {
    url: server.url(name),
    cases,
    version,
    checkpoint: () => withClient(server.url('postgres'), async (client) => void (await client.query('checkpoint'))),
    drop: () =>
      withClient(server.url('postgres'), async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

async function makeTemplate(
  server: Pick<PostgresServer, 'url'>,
  client: pg.Client,
  template: string,
  cases: number,
): Promise<void> {
  const started = performance.now()
  const unfinished = `${template}_unfinished`
  console.log(`Making a database of ${cases.toLocaleString('en')} cases …`)
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const url = server.url(unfinished)
  const database = await openPostgres({ kind: 'postgresql', url, poolSize: 2, preparedStatements: true })
  await migrate(database).finally(() => database.close())
  await withClient(url, async (seeding) => {
    await seeding.query(seed.replaceAll(':cases', String(cases)))
    await seeding.query('vacuum (analyze, freeze)')
  })
  await client.query(`alter database ${unfinished} rename to ${template}`)
  console.log(`Made in ${Math.round((performance.now() - started) / 1000)} s; kept as ${template}.`)
}

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}
