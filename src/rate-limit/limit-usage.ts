import { hash } from 'node:crypto'
import { columns, type RowOf } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'

/** Requests of one key that were not shared before. */
interface Usage {
  /** See usageKey. */
  key: string
  used: number
  /** Until the end of the window. */
  msLeft: number
}

const totalColumns = columns({
  /** The number of the key in the list that was sent, counted from 1. */
  ordinal: 'bigint',
  used: 'bigint',
  msLeft: 'double precision',
})

/** The usage of all processes together. */
type TotalUsage = RowOf<typeof totalColumns>

// The stored key depends on the start time of the server, which a dump does not contain. Without it, all IPv4 addresses
// could be tried until one matches.
//
// Rows are written in the order of their keys, so that two processes never wait for each other.
//
// Processes agree on the end of a window: the first one sets it. If a process started to count before the previous window
// ended, the new window starts at that end. Otherwise a caller could use the whole limit in each process in turn.
const addStatement = statement(
  `
  with sent as (
    select s.ordinal, s.used, s.ms_left * interval '1 millisecond' as time_left,
      sha256(decode(s.key, 'hex') || convert_to(extract(epoch from pg_postmaster_start_time())::text, 'UTF8')) as key
    from unnest($1::text[], $2::bigint[], $3::double precision[]) with ordinality as s(key, used, ms_left, ordinal)
  ), saved as (
    insert into limit_usage as u (key, used, ends_at)
    select key, sum(used), statement_timestamp() + max(time_left) from sent group by key order by key
    on conflict (key) do update set
      used = case when u.ends_at > statement_timestamp() then u.used else 0 end + excluded.used,
      ends_at = case
        when u.ends_at > statement_timestamp() then u.ends_at
        else greatest(u.ends_at + interval '1 minute', excluded.ends_at)
      end
    returning key, used, ends_at
  )
  select sent.ordinal, saved.used,
    (extract(epoch from saved.ends_at - clock_timestamp()) * 1000)::double precision as ms_left
  from saved join sent using (key)
`,
  totalColumns,
  { writes: true },
)

/** Adds the usage to that of the other processes and returns the totals. */
export function addUsage(database: Queryable, usage: readonly Usage[]): Promise<TotalUsage[]> {
  return database.run(addStatement, [
    usage.map(({ key }) => key),
    usage.map(({ used }) => used),
    usage.map(({ msLeft }) => msLeft),
  ])
}

/** The SHA-256 of a limit's key, in hexadecimal, so that tokens and addresses do not leave the process. */
export function usageKey(key: string): string {
  return hash('sha256', key, 'hex')
}

// A window that ended over a minute ago no longer affects the next one. Rows that are being written are skipped.
const deleteStatement = statement(
  `
delete from limit_usage
where key = any(array(
  select key from limit_usage where ends_at < statement_timestamp() - interval '1 minute'
  for update skip locked
))`,
  undefined,
  { writes: true },
)

export async function deleteOldUsage(database: Queryable): Promise<void> {
  await database.run(deleteStatement)
}
