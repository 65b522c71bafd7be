import { largeIndexes, migrations } from '../../../migrations/index.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { commandName } from '../../settings/command-name.ts'
import { analyze } from './analyze.ts'
import type { Database } from '../database.ts'
import { statement } from '../statements/statement.ts'
import { useCurrentSchema } from './current-schema.ts'
import { tableNames } from './orm.ts'

// MikroORM's migrator takes no lock, and two concurrent runs crash. The number is arbitrary but must never change.
const migrationLock = 4_206_217

// Only the first schema of search_path counts: the tables of another one may be those of another tenant.
const historyTable = statement(
  `select exists (
    select from pg_tables where schemaname = current_schema() and tablename = 'mikro_orm_migrations'
  ) as has_history`,
  { hasHistory: 'boolean' },
)
const history = statement(`select name::text from mikro_orm_migrations order by id`, { name: 'text' })

/** Runs pending migrations and returns their names. Safe to run concurrently. */
export function migrate(database: Database): Promise<string[]> {
  return database.exclusively(migrationLock, async () => {
    await useCurrentSchema(database)
    const done = await database.orm.migrator.up()
    await createLargeIndexes(database)
    if (done.length > 0) await analyze(database, tableNames(database))
    return done.map(({ name }) => name)
  })
}

const indexState = statement('select i.indisvalid as is_valid from pg_index i where i.indexrelid = to_regclass($1)', {
  isValid: 'boolean',
})

/**
 * Creates the indexes of large tables that the migrations have left out. Changes go on meanwhile. An index that was not finished is
 * created again.
 */
async function createLargeIndexes(database: Database): Promise<void> {
  for (const sql of largeIndexes) {
    const [, name = ''] = /^create index (\w+)/.exec(sql) ?? []
    const [found] = await database.run(indexState, [name])
    if (found?.isValid) continue
    if (found) await database.run(statement(`drop index ${name}`))
    await database.run(statement(sql.replace('create index', 'create index concurrently')))
  }
}

export interface SchemaState {
  /** Migrations that the database lacks. */
  pending: string[]
  /** Migrations of a newer version that the database has. */
  unknown: string[]
}

export async function schemaState(database: Database): Promise<SchemaState> {
  const [found] = await database.run(historyTable)
  const executed = found?.hasHistory ? (await database.run(history)).map(({ name }) => name) : []
  const known = migrations.map(({ name }) => name)
  return {
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  }
}

/** Migrates the embedded store. On a PostgreSQL server, throws a UsageError with the command to run. */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const { pending, unknown } = await schemaState(database)
  refuseNewerSchema(unknown)
  if (pending.length === 0) return
  if (database.kind === 'postgresql') {
    throw new UsageError(
      `The database lacks ${pending.length === 1 ? 'a migration' : `${pending.length} migrations`}. ` +
        `Run: ${commandName} migrate`,
    )
  }
  await migrate(database)
}

export function refuseNewerSchema(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new UsageError(
    `A newer version of Casegate has migrated this database (${unknown.join(', ')}). Use that version.`,
  )
}
