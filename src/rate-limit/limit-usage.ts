import { hash } from 'node:crypto'
import { type Queryable, statement } from '../database/statement.ts'
import { type Window, windowMs } from './quota.ts'

/** What a window used since the other processes were told of it last. */
interface Share {
  /** SHA-256 of whose it is, in hexadecimal. */
  key: string
  used: number
  msLeft: number
}

interface Total {
  place: number
  used: number
  msLeft: number
}

// Everybody who runs the same server has its start in common, and a dump does not have it: without it, addresses could
// be found by trying all there are.
//
// Keys in one order keep two processes from waiting for each other. A minute that begins does so where the last one
// ended, if this process began to count before that: two may not overlap, or each process would have one of its own.
const exchange = statement<Total>(`
  with sent as (
    select s.place, s.used, s.ms_left * interval '1 millisecond' as time_left,
      sha256(decode(s.key, 'hex') || convert_to(extract(epoch from pg_postmaster_start_time())::text, 'UTF8')) as key
    from unnest($1::text[], $2::bigint[], $3::double precision[]) with ordinality as s(key, used, ms_left, place)
  ), saved as (
    insert into limit_usage as u (key, used, ends_at)
    select key, sum(used), statement_timestamp() + max(time_left) from sent group by key order by key
    on conflict (key) do update set
      used = case when u.ends_at > statement_timestamp() then u.used else 0 end + excluded.used,
      ends_at = case
        when u.ends_at > statement_timestamp() then u.ends_at
        else greatest(u.ends_at + interval '${windowMs} milliseconds', excluded.ends_at)
      end
    returning key, used, ends_at
  )
  select sent.place, saved.used, (extract(epoch from saved.ends_at - clock_timestamp()) * 1000)::double precision as "msLeft"
  from saved join sent using (key)
`)

/** Adds what was used here to what was used everywhere, and gives that, for each place counted from 1. */
export function exchangeUsage(database: Queryable, shares: readonly Share[]): Promise<Total[]> {
  const columns = [shares.map(({ key }) => key), shares.map(({ used }) => used), shares.map(({ msLeft }) => msLeft)]
  return database.run(exchange, columns)
}

export function usageKey(name: string, { key }: Window): string {
  return hash('sha256', `${name} ${key}`, 'hex')
}

// A minute that was over a minute ago can have no successor that overlaps it. Whatever another process holds stays.
const sweep = statement(`
  delete from limit_usage
  where key = any(array(
    select key from limit_usage where ends_at < statement_timestamp() - interval '${windowMs} milliseconds'
    for update skip locked
  ))
`)

export async function sweepUsage(database: Queryable): Promise<void> {
  await database.run(sweep)
}
