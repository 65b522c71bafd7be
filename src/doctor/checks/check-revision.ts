import { besideEntities } from '../../../migrations/index.ts'
import { CatalogueRevision } from '../../catalogue/catalogue.entity.ts'
import { statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, failure, schemaAdvice } from '../check-result.ts'

// tgtype 62: before each statement that inserts, updates, deletes or truncates.
const revisionTriggers = statement(
  `
  select t.name
  from unnest($1::text[]) as t(name)
  where exists (
    select from pg_trigger g
    join pg_proc f on f.oid = g.tgfoid
    where g.tgrelid = to_regclass(quote_ident(t.name)) and g.tgname = 'renew_catalogue_revision' and g.tgtype = 62
      and g.tgqual is null and f.proname = 'renew_catalogue_revision' and f.prosrc = $2::text
  )`,
  { name: 'text' },
)

/** Checks that the catalogue has a revision, and that every change renews it. */
export async function checkRevision({ database }: CheckContext): Promise<CheckResult[]> {
  const { catalogueTables, renewRevision } = besideEntities
  const rows = await database.run(revisionTriggers, [catalogueTables, renewRevision])
  const found = new Set(rows.map(({ name }) => name))
  const problems = catalogueTables
    .filter((table) => !found.has(table))
    .map((table) => {
      const message = `The trigger renew_catalogue_revision on ${table} is missing or altered: changes go unnoticed.`
      return failure('schema', message, schemaAdvice)
    })
  if ((await database.orm.em.fork().count(CatalogueRevision)) === 0) {
    const advice = 'Run: insert into catalogue_revision (single, revision) values (true, gen_random_uuid())'
    problems.push(failure('schema', 'catalogue_revision has no row: all sessions are rejected.', advice))
  }
  return problems
}
