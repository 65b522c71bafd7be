import { Migration } from '@mikro-orm/migrations'

export class Migration20261123000000_administration extends Migration {
  override up(): void {
    for (const table of versionedTables) this.addSql(`alter table ${table} add column version int not null default 1`)
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const versionedTables = [
  'case_categories',
  'case_types',
  'case_type_categories',
  'case_statuses',
  'case_resolutions',
  'touchpoints',
  'operator_groups',
  'persons',
]

// The status in the index of cases by type lets a dry run count open cases without reading them.
const statements = `
alter table persons add column erased_at timestamptz null;
alter table idempotency_keys add column answer text null;

create table audit_events (
  id bigint generated always as identity not null primary key,
  at timestamptz not null default now(),
  actor_id bigint null,
  touchpoint_code text null,
  action text not null,
  target text not null,
  changes jsonb not null
);
alter table audit_events
  add constraint audit_events_action_check check (action in ('CONFIGURED', 'SECRET_ISSUED', 'SECRET_REVOKED', 'SESSIONS_REVOKED', 'PERSON_EXPORTED', 'PERSON_ERASED'));
alter table audit_events
  add constraint audit_events_actor_id_foreign foreign key (actor_id) references persons (id);
alter table audit_events
  add constraint audit_events_touchpoint_code_foreign foreign key (touchpoint_code) references touchpoints (code);
create index audit_events_target_id_index on audit_events (target, id);
create index audit_events_action_id_index on audit_events (action, id);

drop index cases_type_code_category_code_index;
create index cases_type_code_category_code_status_index on cases (type_code, category_code, status)
`
