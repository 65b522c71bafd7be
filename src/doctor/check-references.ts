import type { Database } from '../database/database.ts'
import { distributedTables } from '../database/schema/distribution.ts'
import { caseTables, tableNames } from '../database/schema/entities.ts'
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

/**
 * Finds rows that violate a foreign key, or would violate one that `distribute` has dropped. They can get in while
 * triggers are disabled, and stay unnoticed afterwards.
 */
export async function checkReferences(context: CheckContext): Promise<CheckResult[]> {
  const { database } = context
  const keys = [...(await database.run(foreignKeys, [tableNames])), ...(await droppedReferences(database))]
  const problems: CheckResult[] = []
  for (const { name, reference, orphansQuery } of keys) {
    const [orphans] = await database.run(statement(orphansQuery, { number: 'bigint', example: 'text | null' }))
    if (orphans!.number === 0) continue
    const message = `Rows without a parent, from ${reference}: ${orphans!.number}, such as ${orphans!.example}.`
    const advice =
      `They were written while ${name} was not enforced, as in a restore with triggers disabled or on a distributed ` +
      'database. Restore the missing rows from a backup, or correct these with SQL.'
    problems.push(failure('references', message, advice))
  }
  return problems
}

/** A reference of a distributed table to a local one, for which Citus has no foreign key. */
export interface DroppedReference {
  name: string
  /** For messages, for example `cases (party_id) to persons`. */
  reference: string
  /** Returns the number of rows without a parent, and an example. */
  orphansQuery: string
}

const caseTableNames: string[] = caseTables.map(({ table }) => table)

/** The references whose foreign keys `distribute` has dropped. */
export async function droppedReferences(database: Database): Promise<DroppedReference[]> {
  const distributed = await distributedTables(database)
  const entities = [...database.orm.getMetadata().getAll().values()]
  return entities
    .filter(({ tableName }) => distributed.includes(tableName))
    .flatMap(({ tableName, relations }) =>
      relations
        .filter(({ targetMeta }) => targetMeta && !caseTableNames.includes(targetMeta.tableName))
        .map(({ joinColumns, referencedColumnNames, targetMeta }) => ({
          name: `${tableName}_${joinColumns.join('_')}_foreign`,
          reference: `${tableName} (${joinColumns.join(', ')}) to ${targetMeta!.tableName}`,
          orphansQuery: orphansQuery(tableName, joinColumns, targetMeta!.tableName, referencedColumnNames),
        })),
    )
}

/** The distinct keys are read from the workers first, because the parents are on the coordinator. */
function orphansQuery(table: string, columns: string[], parent: string, parentColumns: string[]): string {
  const keys = columns.join(', ')
  const isPresent = columns.map((column) => `${column} is not null`).join(' and ')
  const isSame = columns.map((column, index) => `parent.${parentColumns[index]} = child.${column}`).join(' and ')
  return `
    with child as materialized (select ${keys}, count(*) as number from ${table} where ${isPresent} group by ${keys})
    select coalesce(sum(number), 0)::bigint as number, min(concat_ws(', ', ${keys})) as example
    from child
    where not exists (select from ${parent} parent where ${isSame})`
}
