import type { Database } from '../database/database.ts'
import { failure, type CheckResult, ok } from './check-result.ts'
import { statement } from '../database/statement.ts'

interface ForeignKey {
  name: string
  /** Which columns of which table refer to which, to be read by people. */
  reference: string
  /** Gives how many rows have no parent, and the least key among theirs. */
  orphans: string
}

// The queries are put together where names are quoted by whoever reads them. A row refers to nothing where a column of
// its key is null.
const foreignKeys = statement<ForeignKey>(`
  select f.conname as name,
    format('%s (%s) to %s', f.conrelid::regclass, k.columns, f.confrelid::regclass) as reference,
    format(
      'select count(*) as number, min(concat_ws('', '', %s)) as example from %s child '
        'where %s and not exists (select from %s parent where %s)',
      k.own, f.conrelid::regclass, k.present, f.confrelid::regclass, k.same
    ) as orphans
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
  order by f.conrelid::regclass::text, f.conname
`)

/**
 * Looks for rows that foreign keys would have refused. They come in while the keys are not in force, such as by a
 * restore with triggers disabled, and stay unnoticed when they are again.
 */
export async function checkReferences(database: Database): Promise<CheckResult[]> {
  const tables = [...database.orm.getMetadata().getAll().values()].map(({ tableName }) => tableName)
  const keys = await database.run(foreignKeys, [tables])
  const findings: CheckResult[] = []
  for (const { name, reference, orphans } of keys) {
    const [found] = await database.run(statement<{ number: number; example: string }>(orphans))
    if (found!.number === 0) continue
    const rows = `Rows without a parent, from ${reference}: ${found!.number}, such as ${found!.example}.`
    const advice =
      `They came in while ${name} was not in force, as in a restore with triggers disabled. ` +
      'Bring the missing rows back from a backup, or correct these by SQL.'
    findings.push(failure('references', rows, advice))
  }
  if (findings.length > 0) return findings
  return [ok('references', `Every row has those that it refers to, by ${keys.length} foreign keys.`)]
}
