import { type RowOf, typed } from '../columns.ts'
import { type Queryable, statement } from '../statement.ts'

/** The tables whose IDs come from a sequence. */
export const idTables = ['cases', 'persons', 'operator_groups', 'audit_events'] as const

/** Each server assigns IDs from the range of its group. Imported IDs in the upper half of a range are ignored. */
const rangeSize = 2 ** 48

const serverColumns = {
  /** Host and port. */
  server: 'text',
  groupId: 'int',
  /** The last ID that each sequence returned: 0 if none, and null if the role may not read it. */
  last: typed<Record<string, number | null> | null>('json | null'),
  error: 'text | null',
} as const

const lastIds = `
select json_object_agg(name, case when has_sequence_privilege(sequence, 'USAGE, SELECT') then
  coalesce(pg_sequence_last_value(sequence::regclass), 0) end)
from (
  select name, pg_get_serial_sequence(name, 'id') as sequence from unnest(string_to_array(%L, ',')) as n(name)
) sequences`

// The tables and functions of Citus exist only with the extension.
const servers = () =>
  statement(
    `
select format('%s:%s', n.nodename, n.nodeport) as server, n.groupid as group_id,
  case when r.success then r.result::json end as last, case when not r.success then r.result end as error
from pg_dist_node n join run_command_on_all_nodes(format($1, $2::text)) r using (nodeid)
where n.noderole = 'primary'
order by n.groupid`,
    serverColumns,
  )

const highestIds = Object.fromEntries(
  idTables.map((table) => [
    table,
    statement(`select coalesce(max(id), 0) as highest from ${table} where id between $1::bigint and $2::bigint`, {
      highest: 'bigint',
    }),
  ]),
)

/** A sequence on one server of a cluster. */
export interface ServerSequence extends Pick<RowOf<typeof serverColumns>, 'server' | 'groupId'> {
  table: string
  /** The ID before the next one, or null if the role may not read the sequence. */
  last: number | null
  /** The highest ID in use that it must be ahead of. */
  highest: number
}

/** Reads the sequences of these tables on every server. Throws if a server cannot be asked. */
export async function loadServerSequences(
  database: Queryable,
  tables: readonly string[] = idTables,
): Promise<ServerSequence[]> {
  const sequences: ServerSequence[] = []
  for (const { server, groupId, last, error } of await database.run(servers(), [lastIds, tables.join()])) {
    if (!last) throw new Error(`The sequences of ${server} cannot be read: ${error}`)
    const start = groupId * rangeSize
    for (const table of tables) {
      const [row] = await database.run(highestIds[table]!, [start + 1, start + rangeSize / 2 - 1])
      const returned = last[table] ?? null
      sequences.push({ server, groupId, table, last: returned === 0 ? start : returned, highest: row!.highest })
    }
  }
  return sequences
}

/** Whether the next ID may be in use. */
export const isBehind = ({ last, highest }: ServerSequence) => last !== null && last < highest

const advance = `
select count(setval(sequence, highest))
from json_to_recordset(%L) as s(group_id int, name text, highest bigint), pg_get_serial_sequence(name, 'id') as sequence
where group_id = (select groupid from pg_dist_local_group)
  and highest > coalesce(pg_sequence_last_value(sequence::regclass), 0)`

const advanceOnServers = () =>
  statement(
    'select result as error from run_command_on_all_nodes(format($1, $2::text)) where not success',
    { error: 'text' },
    { writes: true },
  )

/** Lets each server continue after the highest ID of its range. Sequences only move forward. */
export async function advanceServerSequences(database: Queryable, tables?: readonly string[]): Promise<void> {
  const behind = (await loadServerSequences(database, tables)).filter(isBehind)
  if (behind.length === 0) return
  const sent = behind.map(({ groupId, table, highest }) => ({ group_id: groupId, name: table, highest }))
  const [failed] = await database.run(advanceOnServers(), [advance, JSON.stringify(sent)])
  if (failed) throw new Error(failed.error)
}
