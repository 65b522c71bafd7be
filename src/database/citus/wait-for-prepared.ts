import { statement } from '../statement.ts'

/**
 * The function that waits for transactions that are prepared on the server. If it exists, the database is distributed.
 */
export const waiting = 'wait_for_prepared_transactions'

// If a server crashes before the commit, a transaction across servers remains prepared there until Citus commits it.
// Other servers may have acknowledged it. Its rows cannot be read, so only its locks show what it has written. A
// transaction that moves a shard writes pg_dist_placement. Until it is committed here, this server reads the shard at
// its former place, which lacks the changes that other servers have sent to the new place.
export const definitionOfWaiting = `
create or replace function ${waiting}(shard_key bigint) returns void language plpgsql as $$
declare
  gives_up_at timestamptz := clock_timestamp() + interval '1 second';
begin
  while exists (
    select from pg_locks l
    left join pg_dist_shard s on l.relation = to_regclass(format('%s_%s', s.logicalrelid, s.shardid))
    where l.pid is null and l.mode = 'RowExclusiveLock'
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.relation = 'pg_dist_placement'::regclass
        or s.shardid is not null and s.shardminvalue is null
        or shard_key is not null and s.logicalrelid = 'cases'::regclass
          and s.shardid = get_shard_id_for_distribution_column('cases', shard_key))
  ) loop
    if clock_timestamp() > gives_up_at then
      raise exception 'A transaction is prepared, and not committed yet.' using errcode = 'cannot_connect_now';
    end if;
    perform pg_sleep(0.005);
  end loop;
end
$$`

/** Waits, before a load that is no function reads tables that every server has. */
export const waitForPrepared = statement(`select from ${waiting}(null)`)
