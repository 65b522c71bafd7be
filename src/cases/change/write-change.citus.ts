import { insertComments } from '../comments/insert-comments.citus.ts'
import { refuseErased } from '../../people/refuse-erased.citus.ts'
import { changeTime } from './change-time.ts'
import { holdShard } from './hold-shard.citus.ts'

/** The function for Citus, in PL/pgSQL. `s` is the record that is sent. */
export const writeChangeOnCitus = {
  declarations: `
c cases;
next_version int := 0;
changed_at timestamptz;
added record;`,
  body: `
${refuseErased}
${holdShard('s.id')};
select * into c from cases where id = s.id and version = s.version for no key update;
if not found then
  return;
end if;
next_version := s.version + 1;
changed_at := ${changeTime('c')};
if s.key is not null then
  insert into idempotency_keys (shard_key, token_hash, key, request_hash, case_id, version, created_at)
  values (k_shard_key, decode(s.token_hash, 'hex'), s.key, decode(s.request_hash, 'hex'), s.id, next_version,
    statement_timestamp())
  on conflict do nothing;
  if not found then
    return;
  end if;
end if;
update cases
set version = next_version, type_code = s.type_code, category_code = s.category_code, status = s.status,
  resolution = s.resolution, case_data = s.case_data, assignee_id = s.assignee_id, group_id = s.group_id,
  updated_at = changed_at
where id = s.id;
insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
values (s.id, next_version, s.kind, s.actor_id, s.touchpoint_code, changed_at, s.changes, s.internal);
if s.edit_text is not null then
  update case_comments set text = s.edit_text, edited_version = next_version
  where case_id = s.id and version = s.edit_version and position = s.edit_position;
elsif s.edit_version is not null then
  update case_comments set removed_version = next_version
  where case_id = s.id and version = s.edit_version and position = s.edit_position;
end if;
${insertComments('s.id', 'next_version')}
version := next_version;
updated_at := changed_at;
return next;`,
}
