/**
 * The function for Citus, in PL/pgSQL. All usage of a key is in one shard, so the start time of one server applies to
 * it. Writes do not wait for the disk, because losing the counts in a crash is acceptable.
 */
export const addUsageOnCitus = {
  declarations: `
sent record;
stored limit_usage;
hashed bytea;
read_at timestamptz := clock_timestamp();`,
  body: `
set local synchronous_commit to off;
for sent in
  select s.key, array_agg(s.ordinal) as ordinals, sum(s.used) as used,
    max(s.ms_left) * interval '1 millisecond' as time_left
  from unnest(k_keys, k_used, k_ms_left) with ordinality as s (key, used, ms_left, ordinal)
  group by s.key
  order by s.key
loop
  hashed := sha256(decode(sent.key, 'hex') || convert_to(extract(epoch from pg_postmaster_start_time())::text, 'UTF8'));
  insert into limit_usage (shard_key, key, used, ends_at) values (k_shard_key, hashed, 0, read_at + sent.time_left)
  on conflict do nothing;
  select * into stored from limit_usage where shard_key = k_shard_key and key = hashed for update;
  if stored.ends_at <= read_at then
    stored.used := 0;
    stored.ends_at := greatest(stored.ends_at + interval '1 minute', read_at + sent.time_left);
  end if;
  stored.used := stored.used + sent.used;
  update limit_usage set used = stored.used, ends_at = stored.ends_at where shard_key = k_shard_key and key = hashed;
  if found then
    return query
    select unnest(sent.ordinals), stored.used,
      (extract(epoch from stored.ends_at - clock_timestamp()) * 1000)::double precision;
  end if;
end loop;`,
}
