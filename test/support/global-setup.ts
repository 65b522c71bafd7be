import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Database } from '../../src/database/database.ts'
import { embeddedDatabase } from '../../src/database/embedded.ts'
import { importData } from '../../src/transfer/import.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import demoData from '../../src/transfer/demo-data.json' with { type: 'json' }
import { databaseUrl, startPostgres } from './postgres-server.ts'

/** Where a test file takes its databases from: one that is only migrated, and one with the demonstration data. */
export type Templates =
  | { kind: 'postgresql'; url: string; run: string; empty: string; demo: string }
  | { kind: 'embedded'; empty: string; demo: string }

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates
  }
}

/** Runs once for each project, before its files; gives what is to run after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templates, teardown } = project.name === 'embedded' ? await embedded() : await postgresql()
  project.provide('templates', templates)
  return teardown
}

interface Prepared {
  templates: Templates
  teardown(): Promise<void>
}

async function postgresql(): Promise<Prepared> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  const run = `casegate_test_${randomBytes(4).toString('hex')}`
  const templates = { kind: 'postgresql' as const, url: server.url, run, empty: `${run}_empty`, demo: `${run}_demo` }

  const withServer = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await work(client).finally(() => client.end())
  }
  const dropAll = () =>
    withServer(async (client) => {
      const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [run])
      for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
    })

  try {
    await withServer(async (client) => {
      await client.query(`create database ${templates.empty}`)
      await withPostgres(databaseUrl(server.url, templates.empty), async (database) => void (await migrate(database)))
      await client.query(`create database ${templates.demo}`)
      await withPostgres(databaseUrl(server.url, templates.demo), async (database) => {
        await migrate(database)
        await importDemoData(database)
      })
    })
  } catch (error) {
    if (given) await dropAll().catch(() => {})
    await server.stop()
    throw error
  }
  return {
    templates,
    async teardown() {
      if (given) await dropAll()
      await server.stop()
    },
  }
}

async function embedded(): Promise<Prepared> {
  const folder = mkdtempSync(join(tmpdir(), 'casegate-embedded-'))
  const templates = { kind: 'embedded' as const, empty: join(folder, 'empty.tar'), demo: join(folder, 'demo.tar') }
  const pglite = await PGlite.create()
  const dump = async (file: string) =>
    writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))

  const database = await embeddedDatabase(pglite)
  await migrate(database)
  await dump(templates.empty)
  await importDemoData(database)
  await dump(templates.demo)
  await database.close()
  return { templates, teardown: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function importDemoData(database: Database): Promise<void> {
  await importData(database, demoData)
}

async function withPostgres(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openPostgres({ kind: 'postgresql', url, poolSize: 2, preparedStatements: true })
  await work(database).finally(() => database.close())
}
