import { besideEntities } from '../../migrations/index.ts'
import { CatalogueRevision } from '../catalogue/catalogue.entity.ts'
import { commandName } from '../settings/command-name.ts'
import { useCurrentSchema } from '../database/schema/current-schema.ts'
import { tableNames } from '../database/schema/orm.ts'
import { schemaState } from '../database/schema/migrate.ts'
import { type Queryable, statement } from '../database/statements/statement.ts'
import { type CheckContext, type Checking, failure, warning } from './check-result.ts'

export async function* checkMigrations({ database }: CheckContext): Checking {
  const { pending, unknown } = await schemaState(database)
  if (unknown.length > 0) {
    const message = `A newer version of Casegate has migrated this database (${unknown.join(', ')}).`
    yield failure('migrations', message, 'Use that version or a later one: this one would misread the data.')
  } else if (pending.length > 0) {
    yield failure('migrations', `The database lacks ${pending.join(', ')}.`, `Run: ${commandName} migrate`)
  }
}

/** For differences that the doctor has no command for. */
const schemaAdvice = 'Undo the change that caused it, or restore a backup: migrations do not repair it.'

/** Compares the schema with the one that the migrations created. */
export async function* checkSchema(context: CheckContext): Checking {
  for (const check of [checkTables, checkConstraints, checkViews, checkRevision]) yield* check(context)
}

// The ORM reads constraints from the information schema, which shows CHECKs to the table's owner only.
const hiddenChecks = statement(
  `
  select c.conname::text as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'c' and t.oid = any(array(select to_regclass(quote_ident(name)) from unnest($1::text[]) as n(name)))
    and not pg_has_role(t.relowner, 'USAGE')`,
  { name: 'text' },
)

/** Compares the tables with the entities. Extra indexes and columns are warnings. */
async function* checkTables({ database }: CheckContext): Checking {
  const schema = await useCurrentSchema(database)
  const difference = await database.orm.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false, schema })
  const hidden = await database.run(hiddenChecks, [tableNames(database)])
  const expected = hidden.map(({ name }) => `add constraint "${name}" check `)
  for (const sql of difference.split(';').map((command) => command.trim().replaceAll(/\s+/g, ' '))) {
    if (sql === '' || expected.some((addition) => sql.includes(addition))) continue
    const message = `The schema differs from the entities. This would make them equal: ${sql}`
    const isExtra = /^(drop index|alter table ("[^"]+"\.?)+ drop column)/i.test(sql)
    yield isExtra
      ? warning('schema', message, 'Keep it if you want it: Casegate does not use it.')
      : failure('schema', message, schemaAdvice)
  }
}

// conenforced exists since PostgreSQL 18. A disabled internal trigger is a foreign key that is not checked.
const notEnforced = statement(
  `
  with tables as (select to_regclass(quote_ident(name)) as id from unnest($1::text[]) as t(name))
  select format('The constraint %s on %s is not validated or not enforced.', c.conname, c.conrelid::regclass) as message
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
  order by 1`,
  { message: 'text' },
)

/** Finds constraints, indexes and triggers that exist but have no effect. */
async function* checkConstraints({ database }: CheckContext): Checking {
  const advice = 'Enable it: alter table … validate constraint, reindex index, or alter table … enable trigger all.'
  for (const { message } of await database.run(notEnforced, [tableNames(database)]))
    yield failure('schema', message, advice)
}

const viewExists = statement(`select to_regclass($1::text) is not null as found`, { found: 'boolean' })

/** Compares the views with those of the migrations by their query plans, which do not depend on formatting. */
async function* checkViews({ database }: CheckContext): Checking {
  for (const [name, query] of Object.entries(besideEntities.views)) {
    const [view] = await database.run(viewExists, [name])
    const isEqual = view?.found && (await planOf(database, name)) === (await planOf(database, `(${query})`, name))
    const problem = view?.found ? 'differs from the migrations' : 'is missing'
    if (!isEqual) yield failure('schema', `The view ${name} ${problem}.`, schemaAdvice)
  }
}

async function planOf(database: Queryable, source: string, alias = source): Promise<string> {
  const explain = `explain (verbose, costs off) select * from ${source} as ${alias}`
  const rows = await database.run(statement(explain, { 'QUERY PLAN': 'text' }))
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => !line.startsWith('Query Identifier')).join('\n')
}

// tgtype 62: before each statement that inserts, updates, deletes or truncates.
const withoutRevisionTrigger = statement(
  `
  select t.name
  from unnest($1::text[]) with ordinality as t(name, ordinal)
  where not exists (
    select from pg_trigger g
    join pg_proc f on f.oid = g.tgfoid
    where g.tgrelid = to_regclass(quote_ident(t.name)) and g.tgname = 'renew_catalogue_revision' and g.tgtype = 62
      and g.tgqual is null and f.proname = 'renew_catalogue_revision' and f.prosrc = $2::text
  )
  order by t.ordinal`,
  { name: 'text' },
)

/** Checks that the catalogue has a revision, and that every change renews it. */
async function* checkRevision({ database }: CheckContext): Checking {
  const { catalogueTables, renewRevision } = besideEntities
  for (const { name } of await database.run(withoutRevisionTrigger, [catalogueTables, renewRevision])) {
    const message = `The trigger renew_catalogue_revision on ${name} is missing or altered: changes go unnoticed.`
    yield failure('schema', message, schemaAdvice)
  }
  if ((await database.orm.em.fork().count(CatalogueRevision)) === 0) {
    const advice = 'Run: insert into catalogue_revision (single, revision) values (true, gen_random_uuid())'
    yield failure('schema', 'catalogue_revision has no row: all sessions are rejected.', advice)
  }
}
