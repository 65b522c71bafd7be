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

/** Which of the two databases the tests of this project run on. */
export const databaseKind = templates.kind

/** A new database with the demonstration data; it goes when the test file is done. */
export function freshDatabase(): Promise<Database> {
  return create(templates.demo)
}

/** A new database that is migrated and has no data; it goes when the test file is done. */
export function emptyDatabase(): Promise<Database> {
  return create(templates.empty)
}

/** Runs one statement that a test needs beside the API, to prepare a case or to look behind it. */
export function sql<Row>(database: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  const ordinary: Statement<Row> = statement(text)
  return database.run(ordinary, values)
}

async function create(template: string): Promise<Database> {
  if (templates.kind === 'embedded') {
    const pglite = await PGlite.create({ loadDataDir: await openAsBlob(template) })
    const database = await embeddedDatabase(pglite)
    afterFile(() => database.close())
    return database
  }
  const url = await createPostgresDatabase(template)
  const database = await openPostgres({ kind: 'postgresql', url, poolSize: 16, preparedStatements: true })
  afterFile(() => database.close())
  return database
}

/** The address of a new database on the PostgreSQL server; without a template it has no tables. */
export async function createPostgresDatabase(template?: string): Promise<string> {
  if (templates.kind !== 'postgresql') throw new Error('This test runs on a PostgreSQL server alone.')
  const { url, run } = templates
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name}${template ? ` template ${template}` : ''}`)
  afterFile(() => onServer(url, `drop database ${name} with (force)`))
  return databaseUrl(url, name)
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command).finally(() => client.end())
}
