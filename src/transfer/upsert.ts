import { type Queryable, statement } from '../database/statement.ts'

export interface UpsertTable {
  name: string
  /** Columns and their SQL types. */
  key: Record<string, string>
  values: Record<string, string>
  /** A condition on the stored row `t` under which it stays as it is. */
  keep?: string
}

const rowsAtOnce = 1_000

/**
 * Inserts the rows that are not there and updates those that differ; gives their number. Equal rows are not touched,
 * and where all are equal nothing is run on the table, because already a statement renews the catalogue's revision.
 */
export async function upsert(
  database: Queryable,
  table: UpsertTable,
  rows: readonly Record<string, unknown>[],
): Promise<number> {
  const { count, write } = statementsOf(table)
  let written = 0
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch = JSON.stringify(rows.slice(start, start + rowsAtOnce))
    const [differing] = await database.run(count, [batch])
    if (differing!.rows === 0) continue
    await database.run(write, [batch])
    written += differing!.rows
  }
  return written
}

function statementsOf({ name, key, values, keep }: UpsertTable) {
  const columns = { ...key, ...values }
  const keys = Object.keys(key)
  const names = Object.keys(values)
  const row = (alias: string, of: readonly string[]) => `row(${of.map((column) => `${alias}.${column}`).join(', ')})`
  const equal = names.length === 0 ? 'true' : `${row('t', names)} is not distinct from ${row('r', names)}`
  const differing = `
    from jsonb_to_recordset($1::jsonb) as r(${Object.entries(columns)
      .map((column) => column.join(' '))
      .join(', ')})
    where not exists (
      select from ${name} t
      where ${row('t', keys)} = ${row('r', keys)} and (${equal}${keep ? ` or ${keep}` : ''})
    )`
  const changes = names.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    count: statement<{ rows: number }>(`select count(*) as rows ${differing}`),
    write: statement(`
      insert into ${name} (${Object.keys(columns).join(', ')})
      select ${Object.keys(columns)
        .map((column) => `r.${column}`)
        .join(', ')} ${differing}
      on conflict (${keys.join(', ')}) do ${changes === '' ? 'nothing' : `update set ${changes}`}`),
  }
}
