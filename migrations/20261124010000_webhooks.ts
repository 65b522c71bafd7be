import { Migration } from '@mikro-orm/migrations'

export class Migration20261124010000_webhooks extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table audit_events drop constraint audit_events_action_check;
alter table audit_events
  add constraint audit_events_action_check check (action in ('CONFIGURED', 'PERSON_REGISTERED', 'SESSION_CREATED', 'IMPORTED', 'ARCHIVED', 'SECRET_ISSUED', 'SECRET_REVOKED', 'SESSIONS_REVOKED', 'PERSON_EXPORTED', 'PERSON_ERASED', 'WEBHOOK_ENDPOINT_SAVED', 'WEBHOOK_ENDPOINT_REMOVED', 'WEBHOOK_ENDPOINT_DISABLED', 'WEBHOOK_SECRET_ROTATED', 'WEBHOOK_RETRIED'));

create table webhook_endpoints (
  id bigint generated always as identity not null primary key,
  url text not null,
  description text not null,
  person_id bigint not null,
  touchpoint_code text not null,
  filter jsonb not null,
  state text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  position bigint not null,
  position_case_id bigint not null,
  position_version int not null,
  done_ahead jsonb not null default '[]',
  failures int not null default 0,
  failing_since timestamptz null,
  lease_token bigint not null default 0,
  leased_by uuid null,
  leased_until timestamptz null
);
alter table webhook_endpoints
  add constraint webhook_endpoints_state_check check (state in ('ACTIVE', 'FAILING', 'DISABLED', 'DISABLED_GONE', 'DISABLED_FAILING'));
alter table webhook_endpoints
  add constraint webhook_endpoints_person_id_foreign foreign key (person_id) references persons (id);
alter table webhook_endpoints
  add constraint webhook_endpoints_touchpoint_code_foreign foreign key (touchpoint_code) references touchpoints (code);

create table webhook_secrets (
  id uuid not null default gen_random_uuid() primary key,
  endpoint_id bigint not null,
  key bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz null
);
alter table webhook_secrets
  add constraint webhook_secrets_endpoint_id_foreign foreign key (endpoint_id) references webhook_endpoints (id);
create index webhook_secrets_endpoint_id_index on webhook_secrets (endpoint_id);

create table webhook_deliveries (
  id bigint generated always as identity not null primary key,
  endpoint_id bigint not null,
  case_id bigint not null,
  version int not null,
  position bigint not null,
  status text not null,
  through_version int null,
  attempts jsonb not null default '[]',
  failures int not null default 0,
  next_attempt_at timestamptz null,
  finished_at timestamptz null
);
alter table webhook_deliveries
  add constraint webhook_deliveries_status_check check (status in ('WAITING', 'DELIVERED', 'GAVE_UP'));
alter table webhook_deliveries
  add constraint webhook_deliveries_endpoint_id_foreign foreign key (endpoint_id) references webhook_endpoints (id);
create index webhook_deliveries_endpoint_id_id_index on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_finished_at_index on webhook_deliveries (finished_at);
create index webhook_deliveries_waiting_index on webhook_deliveries (endpoint_id) where status = 'WAITING'
`
