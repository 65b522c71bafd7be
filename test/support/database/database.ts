import { entities } from '../../../src/entities.ts'
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Database } from '../../../src/database/database.ts'
import { embeddedDatabase } from '../../../src/database/embedded/embedded.ts'
import { openDatabase } from '../../../src/open-database.ts'
import { type Queryable, type Statement, statement } from '../../../src/database/statements/statement.ts'
import type { PostgresStore } from '../../../src/settings/store.ts'
import { afterFile } from '../cleanup.ts'
import { databaseUrl } from './postgres-server.ts'

const templates = inject('templates')
const pooler = templates.kind === 'postgresql' ? templates.pooler : undefined
/** Whether statements may be prepared on the connections of `freshDatabase` and `emptyDatabase`. */
export const preparedStatements = pooler?.preparedStatements ?? true
const urls = new WeakMap<Database, string>()

/** The store that the tests of this project run on. */
export const databaseKind = templates.kind

/** Creates a database with the demonstration data. It is removed after the test file. */
export function freshDatabase(): Promise<Database> {
  return create('demo')
}

/** Creates a database with the demonstration data. It is left to the end of the run. */
export function lastingDatabase(): Promise<Database> {
  return create('demo', () => {})
}

/** Creates a migrated database without data. It is removed after the test file. */
export function emptyDatabase(): Promise<Database> {
  return create('empty')
}

/** Runs a statement beside the API, to prepare data or to inspect it. */
export function sql<Row>(database: Queryable, text: string, values: unknown[] = []): Promise<Row[]> {
  return database.run(statement(text) as Statement<Row>, values)
}

/** Opens a database of the PostgreSQL server. It is closed after the test file, after its servers. */
export async function openUntilEnd(url: string, options: Partial<PostgresStore> = {}): Promise<Database> {
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 16, preparedStatements: true, ...options })
  afterFile(() => database.close())
  return database
}

/** Waits until this many connections to a database wait for locks. */
export function lockWaits(database: Queryable, count: number): PromiseLike<void> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return expect.poll(() => sql(database, waiting)).toHaveLength(count)
}

/** The URL of a database that one of these functions created; undefined if a test opened it itself. */
export function urlOf(database: Database): string | undefined {
  return urls.get(database)
}

async function create(template: 'empty' | 'demo', atEnd = afterFile): Promise<Database> {
  const database = await (templates.kind === 'embedded'
    ? createEmbedded(templates[template])
    : createPostgres(template, atEnd))
  atEnd(() => database.close())
  return database
}

async function createEmbedded(dump: string): Promise<Database> {
  return embeddedDatabase(await PGlite.create({ loadDataDir: await openAsBlob(dump) }), entities)
}

async function createPostgres(template: 'empty' | 'demo', atEnd: typeof afterFile): Promise<Database> {
  const url = throughPooler(await createPostgresDatabase(template, atEnd))
  const database = await openDatabase({ kind: 'postgresql', url, poolSize: 16, preparedStatements })
  urls.set(database, url)
  return database
}

/** The URL of the same database through the pooler of TEST_PGBOUNCER, if there is one. */
function throughPooler(url: string): string {
  return pooler ? databaseUrl(pooler.url, new URL(url).pathname.slice(1)) : url
}

/** Creates a database on the PostgreSQL server and returns its URL. Without a template it has no tables. */
export async function createPostgresDatabase(template?: 'empty' | 'demo', atEnd = afterFile): Promise<string> {
  if (templates.kind !== 'postgresql') throw new Error('This test runs only on a PostgreSQL server.')
  const { url, run } = templates
  const name = `${run}_${randomBytes(6).toString('hex')}`
  await onServer(url, `create database ${name}${template ? ` template ${templates[template]}` : ''}`)
  atEnd(() => onServer(url, `drop database ${name} with (force)`))
  return databaseUrl(url, name)
}

async function onServer(url: string, command: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(command).finally(() => client.end())
}
