import { tableNames } from '../database/schema/entities.ts'
import { statement } from '../database/statement.ts'
import { type CheckContext, type CheckResult, failure } from './check-result.ts'

// PostgreSQL builds the queries for rows without a parent, because format() quotes names. A key with a null column
// refers to nothing.
const foreignKeys = statement(
  `
  select f.conname::text as name,
    format('%s (%s) to %s', f.conrelid::regclass, k.columns, f.confrelid::regclass) as reference,
    format(
      'select count(*) as number, min(concat_ws('', '', %s)) as example from %s child '
        'where %s and not exists (select from %s parent where %s)',
      k.own, f.conrelid::regclass, k.present, f.confrelid::regclass, k.same
    ) as orphans_query
  from pg_constraint f
  cross join lateral (
    select string_agg(format('%I', c.attname), ', ' order by n.place) as columns,
      string_agg(format('child.%I', c.attname), ', ' order by n.place) as own,
      string_agg(format('child.%I is not null', c.attname), ' and ' order by n.place) as present,
      string_agg(format('parent.%I = child.%I', p.attname, c.attname), ' and ' order by n.place) as same
    from unnest(f.conkey, f.confkey) with ordinality as n(own, other, place)
    join pg_attribute c on c.attrelid = f.conrelid and c.attnum = n.own
    join pg_attribute p on p.attrelid = f.confrelid and p.attnum = n.other
  ) k
  where f.contype = 'f'
    and f.conrelid = any(array(select to_regclass(quote_ident(t.name)) from unnest($1::text[]) as t(name)))
  order by f.conrelid::regclass::text, f.conname`,
  { name: 'text', reference: 'text', orphansQuery: 'text' },
)

/** Finds rows that violate a foreign key. They can get in while triggers are disabled, and stay unnoticed afterwards. */
export async function checkReferences(context: CheckContext): Promise<CheckResult[]> {
  const { database } = context
  const keys = await database.run(foreignKeys, [tableNames])
  const problems: CheckResult[] = []
  for (const { name, reference, orphansQuery } of keys) {
    const [orphans] = await database.run(statement(orphansQuery, { number: 'bigint', example: 'text | null' }))
    if (orphans!.number === 0) continue
    const message = `Rows without a parent, from ${reference}: ${orphans!.number}, such as ${orphans!.example}.`
    const advice =
      `They were written while ${name} was not enforced, as in a restore with triggers disabled. ` +
      'Restore the missing rows from a backup, or correct these with SQL.'
    problems.push(failure('references', message, advice))
  }
  return problems
}
