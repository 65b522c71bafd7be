import { besideEntities } from '../../migrations/index.ts'
import { commandName } from '../command-name.ts'
import type { Database } from '../database/database.ts'
import { failure, type CheckResult, ok, warning } from './check-result.ts'
import { schemaState } from '../database/migrate.ts'
import { type Queryable, statement } from '../database/statement.ts'

export async function checkMigrations(database: Database): Promise<CheckResult[]> {
  const { pending, unknown } = await schemaState(database)
  if (unknown.length > 0) {
    const message = `A newer Casegate has changed this database (${unknown.join(', ')}).`
    return [failure('migrations', message, 'Use that one: this one would misread it.')]
  }
  if (pending.length === 0) return [ok('migrations', 'Every migration of this program has run.')]
  const message = `The database lacks ${pending.join(', ')}.`
  return [failure('migrations', message, `Run: ${commandName} migrate`)]
}

/** Whether the tables, their constraints and indexes, the triggers and the views are those of the migrations. */
export async function checkSchema(database: Database): Promise<CheckResult[]> {
  const tables = [...database.orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)
  const findings = [
    ...(await checkEntities(database, tables)),
    ...(await checkForce(database, tables)),
    ...(await checkTriggers(database)),
    ...(await checkViews(database)),
    ...(await checkRevision(database)),
  ]
  if (findings.length > 0) return findings
  return [ok('schema', 'Tables, constraints, indexes, triggers and views are those that the migrations made.')]
}

const repair = 'Undo what changed it, or restore a backup: migrations do not repair it.'

// The ORM reads the information schema, which shows a table's checks to its owner alone.
const hiddenChecks = statement<{ name: string }>(`
  select c.conname as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'c' and t.oid = any(array(select to_regclass(quote_ident(name)) from unnest($1::text[]) as n(name)))
    and not pg_has_role(t.relowner, 'USAGE')
`)

/** An index or a column more does not hurt; the ORM's difference drops it. */
async function checkEntities(database: Database, tables: readonly string[]): Promise<CheckResult[]> {
  const difference = await database.orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false })
  const hidden = (await database.run(hiddenChecks, [tables])).map(({ name }) => `add constraint "${name}" check `)
  const commands = difference.split(';').map((sql) => sql.trim().replaceAll(/\s+/g, ' '))
  const missing = commands.filter((sql) => sql !== '' && !hidden.some((addition) => sql.includes(addition)))
  return missing.map((sql) => {
    const message = `The schema differs from the program's. What would make it equal: ${sql}`
    const surplus = /^(drop index|alter table \S+ drop column)/i.test(sql)
    return surplus
      ? warning('schema', message, 'Leave it where it is wanted: Casegate does not use it.')
      : failure('schema', message, repair)
  })
}

// conenforced came with PostgreSQL 18. A disabled internal trigger is a foreign key that nobody checks.
const withoutForce = statement<{ flaw: string }>(`
  with tables as (select to_regclass(quote_ident(name)) as id from unnest($1::text[]) as t(name))
  select format('The constraint %s on %s is not validated or not enforced.', c.conname, c.conrelid::regclass) as flaw
  from pg_constraint c join tables t on t.id = c.conrelid
  where not c.convalidated or to_jsonb(c) ->> 'conenforced' = 'false'
  union all
  select format('The index %s on %s is not valid.', i.indexrelid::regclass, i.indrelid::regclass)
  from pg_index i join tables t on t.id = i.indrelid
  where not i.indisvalid
  union all
  select distinct format('A trigger of %s is disabled%s.', g.tgrelid::regclass,
    case when g.tgisinternal then ', and with it a foreign key' else '' end)
  from pg_trigger g join tables t on t.id = g.tgrelid
  where g.tgenabled in ('D', 'R')
  order by 1
`)

async function checkForce(database: Queryable, tables: readonly string[]): Promise<CheckResult[]> {
  const advice =
    'Put it in force: alter table … validate constraint, reindex index, or alter table … enable trigger all.'
  return (await database.run(withoutForce, [tables])).map(({ flaw }) => failure('schema', flaw, advice))
}

// 62: before each statement that inserts, updates, deletes or truncates.
const renewingTriggers = statement<{ name: string }>(`
  select t.name
  from unnest($1::text[]) as t(name)
  where exists (
    select from pg_trigger g
    join pg_proc f on f.oid = g.tgfoid
    where g.tgrelid = to_regclass(quote_ident(t.name)) and g.tgname = 'renew_catalogue_revision' and g.tgtype = 62
      and g.tgqual is null and f.proname = 'renew_catalogue_revision' and f.prosrc = $2::text
  )
`)

async function checkTriggers(database: Queryable): Promise<CheckResult[]> {
  const { catalogueTables, renewRevision } = besideEntities
  const present = (await database.run(renewingTriggers, [catalogueTables, renewRevision])).map(({ name }) => name)
  return catalogueTables
    .filter((table) => !present.includes(table))
    .map((table) => {
      const message = `The trigger renew_catalogue_revision on ${table} is missing or another: changes go unnoticed.`
      return failure('schema', message, repair)
    })
}

const viewExists = statement<{ found: boolean }>(`select to_regclass($1::text) is not null as found`)

/** Two queries are the same where PostgreSQL makes the same of them. */
async function checkViews(database: Queryable): Promise<CheckResult[]> {
  const findings: CheckResult[] = []
  for (const [name, query] of Object.entries(besideEntities.views)) {
    const [view] = await database.run(viewExists, [name])
    if (!view?.found) findings.push(failure('schema', `The view ${name} is missing.`, repair))
    else if ((await planOf(database, name)) !== (await planOf(database, `(${query})`, name))) {
      findings.push(failure('schema', `The view ${name} is not the one that the migrations made.`, repair))
    }
  }
  return findings
}

async function planOf(database: Queryable, source: string, alias = source): Promise<string> {
  const explain = `explain (verbose, costs off) select * from ${source} as ${alias}`
  const rows = await database.run(statement<{ 'QUERY PLAN': string }>(explain))
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => !line.startsWith('Query Identifier')).join('\n')
}

const revisions = statement<{ count: number }>('select count(*) as count from catalogue_revision')

async function checkRevision(database: Queryable): Promise<CheckResult[]> {
  const [row] = await database.run(revisions)
  if (row!.count === 1) return []
  const advice = 'Run: insert into catalogue_revision (single, revision) values (true, gen_random_uuid())'
  return [failure('schema', 'catalogue_revision has no row: every session is refused.', advice)]
}
