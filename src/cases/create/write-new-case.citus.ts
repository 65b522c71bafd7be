import { refuseErased } from '../../people/refuse-erased.citus.ts'
import { creationTime } from '../change/change-time.ts'
import { insertComments } from '../comments/insert-comments.citus.ts'

/** The function for Citus, in PL/pgSQL. `s` is the record that is sent. */
export const writeNewCaseOnCitus = {
  declarations: `
shard bigint := get_shard_id_for_distribution_column('cases', k_shard_key);
new_id bigint;
now timestamptz := ${creationTime};
added record;`,
  body: `
${refuseErased}
loop
  new_id := nextval(pg_get_serial_sequence('cases', 'id'));
  exit when get_shard_id_for_distribution_column('cases', new_id) = shard;
end loop;
if s.key is not null then
  insert into idempotency_keys (shard_key, token_hash, key, request_hash, case_id, version, visible, created_at)
  values (k_shard_key, decode(s.token_hash, 'hex'), s.key, decode(s.request_hash, 'hex'), new_id, 1, s.visible,
    statement_timestamp())
  on conflict do nothing;
  if not found then
    return;
  end if;
end if;
insert into cases (
  id, version, type_code, category_code, status, resolution, case_data, party_id, group_id, created_at, updated_at)
values (new_id, 1, s.type_code, s.category_code, s.status, s.resolution, s.case_data, s.party_id, s.group_id, now, now);
insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
values (new_id, 1, 'CREATED', s.actor_id, s.touchpoint_code, now, s.changes, false);
${insertComments('new_id', '1')}
id := new_id;
created_at := now;
return next;`,
}
