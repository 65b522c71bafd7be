import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../../src/open-database.ts'
import { startPgBouncer, supportsPreparedStatements } from './pgbouncer.ts'
import { databaseUrl, startPostgres } from './postgres-server.ts'
import type { Fill, Prepared } from './templates.ts'

/** Creates the templates on the server of TEST_DATABASE_URL, or on one that is started for this run. */
export async function createPostgresTemplates(fill: Fill): Promise<Prepared> {
  const given = process.env['TEST_DATABASE_URL']
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres()
  const run = `casegate_test_${randomBytes(4).toString('hex')}`
  const bouncer = process.env['TEST_PGBOUNCER'] === 'on' ? await startPgBouncer(url) : undefined
  const pooler = bouncer && { url: bouncer.url, preparedStatements: supportsPreparedStatements() }
  const names = { empty: `${run}_empty`, demo: `${run}_demo` }
  const templates = { kind: 'postgresql' as const, url, run, ...names, ...(pooler && { pooler }) }
  const teardown = async () => {
    await bouncer?.remove()
    if (given) await onServer(url, (client) => dropAll(client, run))
    await stop()
  }
  try {
    await onServer(url, async (client) => {
      await client.query(`create database ${templates.empty}`)
      await onDatabase(databaseUrl(url, templates.empty), fill.empty)
      await client.query(`create database ${templates.demo} template ${templates.empty}`)
      await onDatabase(databaseUrl(url, templates.demo), fill.demo)
    })
  } catch (error) {
    await teardown().catch(() => {})
    throw error
  }
  return { templates, teardown }
}

async function dropAll(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

async function onDatabase(url: string, work: Fill['empty']): Promise<void> {
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 2, preparedStatements: true })
  await work(database).finally(() => database.close())
}
