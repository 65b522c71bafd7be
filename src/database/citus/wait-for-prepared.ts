import { statement } from '../statement.ts'

/**
 * The function that waits for transactions that are prepared on the server, with the shard key or null. If it exists, the
 * database is distributed.
 */
export const waiting = 'wait_for_prepared_transactions'

/** The same for loads of a session, with the shard key and the hash of the token. Both may be null. */
export const waitingOfLoad = 'wait_for_prepared_transactions_of_load'

// If a server crashes before the commit, a transaction across servers remains prepared there until Citus commits it.
// Other servers may have acknowledged it. Its rows cannot be read, so only its locks show what it has written. A
// transaction that moves a shard writes pg_dist_placement. Until it is committed here, this server reads the shard at
// its former place, which lacks the changes that other servers have sent to the new place. Transactions that are
// prepared later need not be waited for, because nothing of them was acknowledged before the load began.
const definition = (signature: string, isRead: string, begin = '') => `
create or replace function ${signature} returns void language plpgsql as $$
declare
  gives_up_at timestamptz := clock_timestamp() + interval '1 second';
  is_certain boolean;
  awaited text[];
begin
  ${begin}
  awaited := array(
    select l.virtualtransaction from pg_locks l
    left join pg_dist_shard s on l.relation = to_regclass(format('%s_%s', s.logicalrelid, s.shardid))
    where l.pid is null and l.mode = 'RowExclusiveLock'
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.relation = 'pg_dist_placement'::regclass
        or s.shardid is not null and s.shardminvalue is null and ${isRead}
        or shard_key is not null and s.logicalrelid = 'cases'::regclass
          and s.shardid = get_shard_id_for_distribution_column('cases', shard_key)));
  while exists (select from pg_locks where pid is null and virtualtransaction = any(awaited)) loop
    if clock_timestamp() > gives_up_at then
      raise exception 'A transaction is prepared, and not committed yet.' using errcode = 'cannot_connect_now';
    end if;
    perform pg_sleep(0.005);
  end loop;
end
$$`

// Sessions change all the time. If the server that began such a transaction stays away, loads of all other sessions must
// not wait for it. A row that is there, and that no transaction has locked, is certain. Loads do not read audit events.
/** The functions with the types of their parameters. The copies of tables must be inserted into the definitions. */
export const waitingFunctions = [
  { name: waiting, types: 'bigint', definition: definition(`${waiting}(shard_key bigint)`, 'true') },
  {
    name: waitingOfLoad,
    types: 'bigint, text',
    definition: definition(
      `${waitingOfLoad}(shard_key bigint, token text)`,
      `s.logicalrelid <> 'audit_events'::regclass and not (is_certain and s.logicalrelid = 'sessions'::regclass)`,
      `perform from sessions where token_hash = decode(token, 'hex') for share skip locked;
  is_certain := found or token is null;`,
    ),
  },
] as const

/** Waits, before a load that is no function reads tables that every server has. */
export const waitForPrepared = statement(`select from ${waiting}(null)`)
