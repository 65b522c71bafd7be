import type { Columns } from '../columns.ts'
import { citusFunction, type OnCitus } from './citus-function.ts'

interface Write<Key> {
  /** The columns of the record that is written, with their types. The body reads them from `s`, such as `s.id`. */
  sent: string
  recordOf: (key: Key) => object
  shardKey: (key: Key) => number
  declarations?: string
  /** In PL/pgSQL. The returned columns are variables, and `return next` returns a row of them. */
  body: string
}

/**
 * Declares the function of a write. It writes to one shard only, so that it is committed on one server. It reads, and locks rows of,
 * the server's copies of reference tables.
 */
export function citusWrite<Key>(name: string, { sent, recordOf, shardKey, declarations = '', body }: Write<Key>) {
  return (columns: Columns): OnCitus<Key> =>
    citusFunction(
      name,
      columns,
      {
        parameters: { k_shard_key: 'bigint', k_sent: 'jsonb' },
        shardKey: 'k_shard_key',
        isLoad: false,
        readsCopies: true,
        declarations: `s record;\n${declarations}`,
        body: `select * into s from jsonb_to_record(k_sent) as s (${sent});\nordinal := 1;\n${body}`,
      },
      (key: Key) => [shardKey(key), JSON.stringify(recordOf(key))],
    )
}
