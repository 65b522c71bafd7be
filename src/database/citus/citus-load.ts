import { type Columns, sqlTypes } from '../columns.ts'
import type { KeyColumns } from '../keys.ts'
import { citusFunction, type OnCitus } from './citus-function.ts'
import { replaceTable } from './local-copies.ts'

interface Load<Key> {
  keys: KeyColumns
  /** The query for PostgreSQL. It reads from the keys `k`. */
  query: (keys: string) => string
  /**
   * What determines the shard: a column of the keys, or a value that is computed from a key. Without it, the load reads
   * only tables that every server has.
   */
  shardKey?: string | ((key: Key) => number)
  /**
   * The case tables from which the load reads one row, each with its condition on parameters such as `$case_id`.
   * Without them, Citus plans the query for each call, which costs several times as much.
   */
  rows?: Readonly<Record<string, string>>
}

/**
 * Declares the function of a load. The function first looks up the given rows, each in its shard, because Citus caches
 * the plans of such statements. The query then reads these rows and the server's copies of all other tables.
 */
export function citusLoad<Key>(name: string, { keys, query, shardKey, rows = {} }: Load<Key>) {
  const isColumn = typeof shardKey !== 'function'
  const columnsOfKeys = isColumn ? keys : { ...keys, shard_key: 'bigint' }
  const shardColumn = isColumn ? shardKey : 'shard_key'
  const found = Object.entries(rows)
  const text = found.reduce(
    (result, [table]) => replaceTable(result, table, `(select (found_${table}).*)`),
    query(keyFromParameters(columnsOfKeys)),
  )
  return <C extends Columns>(columns: C, parametersOf: (keys: readonly Key[]) => readonly unknown[]): OnCitus<Key> => {
    const returned = Object.entries(sqlTypes(columns)).map(([column, type]) => `q."${column}"::${type}`)
    return citusFunction(
      name,
      columns,
      {
        parameters: Object.fromEntries(Object.entries(columnsOfKeys).map(([column, type]) => [`k_${column}`, type])),
        shardKey: shardColumn && `k_${shardColumn}`,
        isLoad: true,
        readsCopies: shardColumn === undefined || found.length > 0,
        declarations: found.map(([table]) => `found_${table} ${table};`).join('\n'),
        body: `${found.map(lookUp).join('')}return query select ${returned.join(', ')} from (${text}) q;`,
      },
      (key: Key) => {
        const values = (parametersOf([key]) as readonly unknown[][]).map(([only]) => only)
        return isColumn ? values : [...values, shardKey(key)]
      },
    )
  }
}

/** The key of a call as a row, from the parameters of the function. */
function keyFromParameters(columns: KeyColumns): string {
  const parameters = Object.keys(columns).map((name) => `k_${name} as ${name}`)
  return `(select ${parameters.join(', ')}, 1 as ordinal) k`
}

/** Looks up a row. Skips the lookup if a parameter of the condition is null, because then no row matches. */
function lookUp([table, condition]: [string, string]): string {
  const where = condition.replaceAll(/\$(\w+)/g, 'k_$1')
  const parameters = new Set(where.match(/\bk_\w+/g))
  return `if num_nulls(${[...parameters].join(', ')}) = 0 then
  select * into found_${table} from ${table} where ${where};
end if;
`
}
