import type { Columns } from '../columns.ts'
import { citusFunction, type OnCitus } from './citus-function.ts'

interface Write<Key> {
  /** The columns of what is written, with their types. They are variables of the body, as `s.id`. */
  sent: string
  recordOf: (key: Key) => object
  shardKey: (key: Key) => number
  declarations?: string
  /** In PL/pgSQL. \`return next\` returns the row of the columns, which are variables. */
  body: string
}

/** Declares the function of a write. All that it writes is in one shard, so that it is committed on one server. */
export function citusWrite<Key>(name: string, { sent, recordOf, shardKey, declarations = '', body }: Write<Key>) {
  return (columns: Columns): OnCitus<Key> =>
    citusFunction(
      name,
      columns,
      {
        parameters: { k_shard_key: 'bigint', k_sent: 'jsonb' },
        shardKey: 'k_shard_key',
        isLoad: false,
        readsCopies: false,
        declarations: `s record;\n${declarations}`,
        body: `select * into s from jsonb_to_record(k_sent) as s (${sent});\nordinal := 1;\n${body}`,
      },
      (key: Key) => [shardKey(key), JSON.stringify(recordOf(key))],
    )
}
