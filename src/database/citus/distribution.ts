import { commandName } from '../../command-name.ts'
import { UsageError } from '../../errors.ts'
import { createFunctions, missingFunctions } from './create-functions.ts'
import { catalogueRevisionOnCitus } from './catalogue-revision.ts'
import type { Database } from '../database.ts'
import { type Queryable, statement } from '../statement.ts'
import { caseTables, tableNames } from '../schema/entities.ts'
import { migrationLock } from '../schema/migrate.ts'
import { advanceServerSequences, isBehind, loadServerSequences } from './server-ids.ts'
import { shardKeyInSql } from './shard-key.ts'

/** The usage of rate limits is not copied to every server, because it is written all the time. */
const distributedColumns = [...caseTables, { table: 'limit_usage', column: 'shard_key' }]
const distributedNames = distributedColumns.map(({ table }) => table)
/**
 * Copied to every server. `catalogue_revision` is first, because triggers of the other tables change it. The table of
 * migrations belongs to MikroORM.
 */
const referenceNames = [
  ...new Set(['catalogue_revision', ...tableNames, 'mikro_orm_migrations']).difference(new Set(distributedNames)),
]

/** What remains to be done. All lists are empty if the database is distributed. */
export interface DistributionPlan {
  /** The tables to distribute, each with the column that determines the shard. */
  distribute: { table: string; column: string }[]
  /** The tables to copy to every server. */
  copy: string[]
  /** The functions to create. */
  create: string[]
  /** The servers and tables whose next ID is in use, for example after Citus created the sequences of a server again. */
  advance: { server: string; table: string }[]
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

const managed = () =>
  statement(
    `select logicalrelid::text as "table" from pg_dist_partition
where (partmethod = 'h' or repmodel = 't') and logicalrelid = any(array(select to_regclass(name) from unnest($1::text[]) as n(name)))`,
    { table: 'text' },
  )

const foreignKeys = statement(
  `select f.conname::text as name, f.conrelid::regclass::text as "table", pg_get_constraintdef(f.oid) as definition
from pg_constraint f
where f.contype = 'f' and f.conrelid = any(array(select to_regclass(name) from unnest($1::text[]) as n(name)))
order by f.confrelid = 'cases'::regclass desc, f.conrelid::regclass::text, f.conname`,
  { name: 'text', table: 'text', definition: 'text' },
)

async function hasCitus(database: Queryable): Promise<boolean> {
  const [row] = await database.run(extension)
  return row?.installed ?? false
}

async function distributedOrCopied(database: Queryable): Promise<Set<string>> {
  const rows = await database.run(managed(), [[...distributedNames, ...referenceNames]])
  return new Set(rows.map(({ table }) => table))
}

/** The case tables that are distributed. None on a server without Citus. */
export async function distributedTables(database: Queryable): Promise<string[]> {
  if (!(await hasCitus(database))) return []
  const done = await distributedOrCopied(database)
  return distributedNames.filter((name) => done.has(name))
}

/** Throws a UsageError if the database is not on a Citus coordinator with workers. */
export async function planDistribution(database: Database): Promise<DistributionPlan> {
  await requireCitus(database)
  const done = await distributedOrCopied(database)
  return {
    distribute: distributedColumns.filter(({ table }) => !done.has(table)),
    copy: referenceNames.filter((name) => !done.has(name)),
    create: (await missingFunctions(database)).map(({ name }) => name),
    advance: done.size === 0 ? [] : await usedIds(database),
  }
}

async function usedIds(database: Database): Promise<DistributionPlan['advance']> {
  const behind = (await loadServerSequences(database)).filter(isBehind)
  return behind.map(({ server, table }) => ({ server, table }))
}

async function requireCitus(database: Database): Promise<void> {
  if (database.kind === 'embedded') {
    throw new UsageError(
      'Only a database on a PostgreSQL server can be distributed. Set DATABASE_URL to a database on a Citus coordinator.',
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

/**
 * Distributes the tables of cases, copies all others to every server, creates the functions that are missing, and lets
 * each server assign IDs that are not in use. Safe to re-run. No process may serve requests until the tables are
 * distributed for the first time.
 */
export async function distribute(database: Database): Promise<void> {
  await database.exclusively(migrationLock, async () => {
    const { distribute, copy } = await planDistribution(database)
    if (distribute.length + copy.length > 0) {
      await database.transaction((transaction) => distributeIn(transaction, distribute, copy))
    }
  })
  // The rows that were copied are still on the coordinator, where no query finds them.
  await database.run(
    statement(`
select from unnest(array['${[...referenceNames, ...distributedNames].join("', '")}']) as n(name),
  truncate_local_data_after_distributing_table(name::regclass)`),
  )
  await createMissingFunctions(database)
  await advanceServerSequences(database)
}

/** Throws a UsageError if the database is distributed, and lacks a function of this program. */
export async function requireFunctions(database: Database): Promise<void> {
  if (database.kind === 'embedded' || (await distributedTables(database)).length === 0) return
  if (database.isDistributed?.() && (await missingFunctions(database)).length === 0) return
  throw new UsageError(`The database lacks functions of this version. Run: ${commandName} distribute --execute`)
}

/** Creates the functions of this program that the database lacks. Those of other versions stay. */
export async function createMissingFunctions(database: Database): Promise<void> {
  await database.exclusively(migrationLock, () => database.transaction(createFunctions))
}

async function distributeIn(
  transaction: Queryable,
  distributed: DistributionPlan['distribute'],
  copied: readonly string[],
): Promise<void> {
  const run = (text: string) => transaction.run(statement(text))
  // Otherwise, Citus refuses to add a foreign key in a transaction that has copied rows over several connections.
  await run(`set local citus.multi_shard_modify_mode to 'sequential'`)
  await run(`set local citus.enable_unsafe_triggers to on`)
  // Citus converts tables in the order of their foreign keys only if none has an identity column.
  const keys = await transaction.run(foreignKeys, [[...distributedNames, ...referenceNames]])
  for (const { name, table } of keys) await run(`alter table ${table} drop constraint ${name}`)
  for (const table of copied) {
    await run(`select from create_reference_table('${table}')`)
    if (table === 'catalogue_revision') await run(catalogueRevisionOnCitus)
  }
  for (const { table, column } of distributed) {
    if (table === 'idempotency_keys') await addShardKey(run)
    if (table === 'limit_usage') await distributeUsage(run)
    const colocation = table === 'cases' ? 'none' : 'cases'
    await run(`select from create_distributed_table('${table}', '${column}', colocate_with => '${colocation}')`)
  }
  for (const { name, table, definition } of keys) await run(`alter table ${table} add constraint ${name} ${definition}`)
}

/**
 * Stores each key wherever a repeated request may look for it: in the shard of its case, and in the shard of a request
 * that names no case. A stored key does not show which kind of request it belongs to. The configuration looks in all
 * shards.
 */
async function addShardKey(run: (text: string) => Promise<unknown>): Promise<void> {
  const columns = 'token_hash, key, request_hash, case_id, version, problems, created_at, visible, answer'
  await run('alter table idempotency_keys add column shard_key bigint not null default 0')
  await run('alter table idempotency_keys drop constraint idempotency_keys_pkey')
  await run('alter table idempotency_keys add primary key (shard_key, token_hash, key)')
  await run(`update idempotency_keys set shard_key = ${shardKeyInSql}`)
  await run(`
insert into idempotency_keys (${columns}, shard_key) select ${columns}, case_id from idempotency_keys where case_id is not null`)
}

/**
 * Makes the table logged, because Citus cannot move the shards of unlogged tables to other servers. The counts are
 * lost, as in a crash.
 */
async function distributeUsage(run: (text: string) => Promise<unknown>): Promise<void> {
  await run('delete from limit_usage')
  await run('alter table limit_usage set logged')
  await run('alter table limit_usage drop constraint limit_usage_pkey')
  await run('alter table limit_usage add column shard_key bigint not null, add primary key (shard_key, key)')
}
