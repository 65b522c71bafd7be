import { statement } from '../../database/statement.ts'
import { type CheckContext, type CheckResult, failure, tableNames } from '../check-result.ts'

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
export async function checkConstraints(context: CheckContext): Promise<CheckResult[]> {
  const rows = await context.database.run(notEnforced, [tableNames(context)])
  const advice = 'Enable it: alter table … validate constraint, reindex index, or alter table … enable trigger all.'
  return rows.map(({ message }) => failure('schema', message, advice))
}
