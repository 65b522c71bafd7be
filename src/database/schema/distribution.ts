import { UsageError } from '../../errors.ts'
import { caseTables } from './entities.ts'
import type { Database } from '../database.ts'
import { migrationLock } from './migrate.ts'
import { type Queryable, statement } from '../statement.ts'

const tableNames: string[] = caseTables.map(({ table }) => table)

/** What is to be done, and what stays as it is. */
export interface DistributionPlan {
  /** The tables to distribute. Empty if they are distributed already. */
  distribute: { table: string; column: string }[]
  /** The tables that stay on the coordinator. */
  local: string[]
  /** Foreign keys to local tables. Citus does not support them, so they are dropped. */
  dropped: ForeignKey[]
}

export interface ForeignKey {
  name: string
  table: string
}

const extension = statement(`select exists (select from pg_extension where extname = 'citus') as installed`, {
  installed: 'boolean',
})

// These tables exist only with the extension.
const workers = () =>
  statement(
    `select count(*)::int as number from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'`,
    { number: 'int' },
  )

const distributed = () =>
  statement(
    `select logicalrelid::text as "table" from pg_dist_partition
where partmethod = 'h' and logicalrelid = any(array(select to_regclass(name) from unnest($1::text[]) as n(name)))`,
    { table: 'text' },
  )

const otherTables = statement(
  `select c.relname::text as "table" from pg_class c
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not c.relname = any($1::text[])
order by c.relname`,
  { table: 'text' },
)

const foreignKeys = statement(
  `select f.conname::text as name, f.conrelid::regclass::text as "table", pg_get_constraintdef(f.oid) as definition,
  f.confrelid::regclass::text = any($1::text[]) as is_kept
from pg_constraint f
where f.contype = 'f' and f.conrelid = any(array(select to_regclass(name) from unnest($1::text[]) as n(name)))
order by f.conrelid::regclass::text, f.conname`,
  { name: 'text', table: 'text', definition: 'text', isKept: 'boolean' },
)

/** The case tables that are distributed. None on a server without Citus. */
export async function distributedTables(database: Queryable): Promise<string[]> {
  if (!(await hasCitus(database))) return []
  return (await database.run(distributed(), [tableNames])).map(({ table }) => table)
}

async function hasCitus(database: Queryable): Promise<boolean> {
  const [row] = await database.run(extension)
  return row?.installed ?? false
}

/** Throws a UsageError if the database is not that of a Citus coordinator with workers. */
export async function planDistribution(database: Database): Promise<DistributionPlan> {
  await requireCitus(database)
  const done = new Set(await distributedTables(database))
  const keys = await database.run(foreignKeys, [tableNames])
  return {
    distribute: caseTables.filter(({ table }) => !done.has(table)),
    local: (await database.run(otherTables, [tableNames])).map(({ table }) => table),
    dropped: keys.filter(({ isKept }) => !isKept).map(({ name, table }) => ({ name, table })),
  }
}

async function requireCitus(database: Database): Promise<void> {
  if (database.kind === 'embedded') {
    throw new UsageError(
      'Citus distributes databases of PostgreSQL servers. Set DATABASE_URL to that of a coordinator.',
    )
  }
  if (!(await hasCitus(database))) {
    throw new UsageError(
      'The database lacks the extension citus. Run "create extension citus" in this database on the coordinator and on ' +
        'every worker, and add the workers with citus_add_node(). See docs/citus.md.',
    )
  }
  const [found] = await database.run(workers())
  if (!found?.number) {
    throw new UsageError('The coordinator has no workers. Add them with citus_add_node(). See docs/citus.md.')
  }
}

/** Distributes the case tables in one transaction. Safe to re-run. Requests that need the tables wait. */
export async function distribute(database: Database): Promise<void> {
  await database.exclusively(migrationLock, async () => {
    const { distribute: missing } = await planDistribution(database)
    if (missing.length > 0) await database.transaction(distributeIn)
  })
  // Until then, the rows that were copied to the shards remain on the coordinator, where no query finds them.
  for (const { table } of caseTables.toReversed()) {
    await database.run(statement(`select from truncate_local_data_after_distributing_table('${table}')`))
  }
}

async function distributeIn(transaction: Queryable): Promise<void> {
  const run = (text: string) => transaction.run(statement(text))
  const keys = await transaction.run(foreignKeys, [tableNames])
  const done = await distributedTables(transaction)
  // Otherwise Citus refuses to add a foreign key in the transaction that has copied rows on several connections.
  await run(`set local citus.multi_shard_modify_mode to 'sequential'`)
  for (const { name, table } of keys) await run(`alter table ${table} drop constraint ${name}`)
  for (const { table, column } of caseTables) {
    if (done.includes(table)) continue
    const colocation = table === 'cases' ? 'none' : 'cases'
    await run(`select from create_distributed_table('${table}', '${column}', colocate_with => '${colocation}')`)
  }
  for (const { name, table, definition, isKept } of keys) {
    // Citus deletes from one table after the other. The archive deletes the cases first, because that locks them.
    if (isKept) await run(`alter table ${table} add constraint ${name} ${definition} deferrable initially deferred`)
  }
}
