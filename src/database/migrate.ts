import { migrations } from '../../migrations/index.ts'
import { UsageError } from '../errors.ts'
import { commandName } from '../command-name.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

// MikroORM's migrator takes no lock, and two of them at once crash. The number is arbitrary, but may never change.
const migrationLock = 4_206_217

const hasHistory = statement<{ found: boolean }>(`select to_regclass('mikro_orm_migrations') is not null as found`)
const history = statement<{ name: string }>(`select name from mikro_orm_migrations order by id`)

/** Brings the schema up to date; gives the names of the migrations that it ran. Safe when several start at once. */
export function migrate(database: Database): Promise<string[]> {
  return database.exclusively(migrationLock, async () => {
    const done = await database.orm.migrator.up()
    return done.map(({ name }) => name)
  })
}

export interface SchemaState {
  /** Migrations of this program that the database has not seen. */
  pending: string[]
  /** Migrations in the database that this program does not know: a newer program made them. */
  unknown: string[]
}

export async function schemaState(database: Database): Promise<SchemaState> {
  const [table] = await database.run(hasHistory)
  const executed = table?.found ? (await database.run(history)).map(({ name }) => name) : []
  const known = migrations.map(({ name }) => name)
  return {
    pending: known.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !known.includes(name)),
  }
}

/** Migrates the embedded store; tells the person who runs a PostgreSQL server what to do instead. */
export async function requireCurrentSchema(database: Database): Promise<void> {
  const { pending, unknown } = await schemaState(database)
  refuseNewerSchema(unknown)
  if (pending.length === 0) return
  if (database.kind === 'postgresql') {
    throw new UsageError(
      `The database lacks ${pending.length === 1 ? 'a migration' : `${pending.length} migrations`} of this program. ` +
        `Run: ${commandName} migrate`,
    )
  }
  await migrate(database)
}

export function refuseNewerSchema(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new UsageError(
    `A newer Casegate has changed this database (${unknown.join(', ')}). Use that one: this one would misread it.`,
  )
}
