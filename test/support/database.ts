import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '../../src/database/database.ts'
import { embeddedDatabase } from '../../src/database/embedded.ts'
import { openPostgres } from '../../src/database/postgres.ts'
import { type Statement, statement } from '../../src/database/statement.ts'
import { afterFile } from './cleanup.ts'
import { databaseUrl } from './postgres-server.ts'

const templates = inject('templates')

/** The store that the tests of this project run on. */
export const databaseKind = templates.kind

/** Creates a database with the demonstration data. It is removed after the test file. */
export function freshDatabase(): Promise<Database> {
  return create('demo')
}

/** Creates a migrated database without data. It is removed after the test file. */
export function emptyDatabase(): Promise<Database> {
  return create('empty')
}

/** Runs a statement beside the API, to prepare data or to inspect it. */
export function sql<Row>(database: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  return database.run(statement(text) as Statement<Row>, values)
}

async function create(template: 'empty' | 'demo'): Promise<Database> {
  const database = await (templates.kind === 'embedded'
    ? createEmbedded(templates[template])
    : createPostgres(template))
  afterFile(() => database.close())
  return database
}

async function createEmbedded(dump: string): Promise<Database> {
  return embeddedDatabase(await PGlite.create({ loadDataDir: await openAsBlob(dump) }))
}

async function createPostgres(template: 'empty' | 'demo'): Promise<Database> {
  const url = await createPostgresDatabase(template)
  return openPostgres({ kind: 'postgresql', url, poolSize: 16, preparedStatements: true })
}

/** Creates a database on the PostgreSQL server and returns its URL. Without a template it has no tables. */
export async function createPostgresDatabase(template?: 'empty' | 'demo'): Promise<string> {
  if (templates.kind !== 'postgresql') throw new Error('This test runs only on a PostgreSQL server.')
  const { url, run } = templates
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name}${template ? ` template ${templates[template]}` : ''}`)
  afterFile(() => onServer(url, `drop database ${name} with (force)`))
  return databaseUrl(url, name)
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command).finally(() => client.end())
}
