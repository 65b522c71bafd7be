import type { Page } from '../page.ts'
import type { Columns, RowOf } from './columns.ts'
import { selectList } from './entity-columns.ts'
import { type Queryable, varyingStatement } from './statement.ts'

interface IdList<C> {
  table: string
  columns: C
  /** In SQL, with `values` as its parameters. By default, all rows are listed. */
  where?: string
  values?: readonly unknown[]
  order?: 'asc' | 'desc'
}

/** The loaders of a list whose cursors contain the ID of a row. By default, the latest row is the first. */
export function idList<const C extends Columns>(
  db: Queryable,
  { table, columns, where = 'true', values = [], order = 'desc' }: IdList<C>,
) {
  const [after, before, size] = [1, 2, 3].map((number) => `$${values.length + number}::bigint`)
  const [follows, precedes] = order === 'asc' ? ['>', '<'] : ['<', '>']
  return {
    load(page: Page): Promise<RowOf<C>[]> {
      const text = `select ${selectList(null, columns)} from ${table}
where ${where} and (${after} is null or id ${follows} ${after}) and (${before} is null or id ${precedes} ${before})
order by id ${(order === 'asc') === page.inverted ? 'desc' : 'asc'}
limit ${size}`
      const range = [page.after?.[0] ?? null, page.before?.[0] ?? null, page.limit]
      return db.run(varyingStatement(text, columns), [...values, ...range])
    },
    async count(): Promise<number> {
      const text = `select count(*)::int as total from ${table} where ${where}`
      return (await db.run(varyingStatement(text, { total: 'int' }), [...values]))[0]!.total
    },
  }
}
