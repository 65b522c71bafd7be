import { Migration } from '@mikro-orm/migrations'

export class Migration20261121180000_desk extends Migration {
  override up(): void {
    // PGlite accepts only one statement at a time.
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table case_statuses add column is_default boolean not null default false;
alter table case_statuses alter column is_default drop default;
create unique index case_statuses_default on case_statuses (is_default) where is_default;

alter table case_resolutions add column is_default boolean not null default false;
alter table case_resolutions alter column is_default drop default;
create unique index case_resolutions_default on case_resolutions (is_default) where is_default;

alter table case_events drop constraint case_events_kind_check;
alter table case_events
  add constraint case_events_kind_check check (kind in ('ASSIGNED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_REMOVED', 'CREATED', 'IMPORTED', 'UNASSIGNED', 'UPDATED'));

alter table case_events add column internal boolean not null default false;
update case_events e
set internal = true
where changes = '[]' and kind <> 'IMPORTED'
  and not exists (
    select from case_comments c where c.case_id = e.case_id and c.version = e.version and not c.internal
  );

alter table case_comments add column edited_version int null;
alter table case_comments add column removed_version int null;

create index cases_updated_at_id_index on cases (updated_at, id);
create index cases_created_at_id_index on cases (created_at, id);
create index cases_type_code_category_code_index on cases (type_code, category_code);
create index cases_status_resolution_index on cases (status, resolution);
create index cases_assignee_id_group_id_index on cases (assignee_id, group_id);
create index cases_group_id_created_at_id_index on cases (group_id, created_at, id);
create index cases_party_id_index on cases (party_id);
create index case_comments_text_index on case_comments using gin (to_tsvector('simple', text));

create table idempotency_keys (
  token_hash bytea not null,
  key text not null,
  request_hash bytea not null,
  case_id bigint null,
  version int null,
  problems text null,
  created_at timestamptz not null,
  primary key (token_hash, key)
);
create index idempotency_keys_created_at_index on idempotency_keys (created_at)
`
