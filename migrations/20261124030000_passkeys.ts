import { Migration } from '@mikro-orm/migrations'

/** Invitations and passkeys. */
export class Migration20261124030000_passkeys extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table audit_events drop constraint audit_events_action_check;
alter table audit_events
  add constraint audit_events_action_check check (action in ('CONFIGURED', 'PERSON_REGISTERED', 'SESSION_CREATED', 'IMPORTED', 'ARCHIVED', 'SECRET_ISSUED', 'SECRET_REVOKED', 'SESSIONS_REVOKED', 'PERSON_EXPORTED', 'PERSON_ERASED', 'WEBHOOK_ENDPOINT_SAVED', 'WEBHOOK_ENDPOINT_REMOVED', 'WEBHOOK_ENDPOINT_DISABLED', 'WEBHOOK_SECRET_ROTATED', 'WEBHOOK_RETRIED', 'INVITED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED'));

alter table sessions drop constraint sessions_origin_check;
alter table sessions
  add constraint sessions_origin_check check (origin in ('COMMAND', 'ISSUER', 'SECRET', 'PASSKEY'));
alter table sessions add column passkey_id uuid null;
create index sessions_passkey_id_index on sessions (passkey_id) where passkey_id is not null;

create table invitations (
  id uuid not null default gen_random_uuid() primary key,
  person_id bigint not null,
  touchpoint_code text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table invitations add constraint invitations_person_id_unique unique (person_id);
alter table invitations add constraint invitations_token_hash_unique unique (token_hash);
alter table invitations
  add constraint invitations_person_id_foreign foreign key (person_id) references persons (id);
alter table invitations
  add constraint invitations_touchpoint_code_foreign foreign key (touchpoint_code) references touchpoints (code);
create index invitations_expires_at_index on invitations (expires_at);

create table passkeys (
  id uuid not null default gen_random_uuid() primary key,
  person_id bigint not null,
  touchpoint_code text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz null
);
alter table passkeys add constraint passkeys_credential_id_unique unique (credential_id);
alter table passkeys
  add constraint passkeys_person_id_foreign foreign key (person_id) references persons (id);
alter table passkeys
  add constraint passkeys_touchpoint_code_foreign foreign key (touchpoint_code) references touchpoints (code);
create index passkeys_person_id_index on passkeys (person_id);

create table used_challenges (
  hash bytea not null primary key,
  expires_at timestamptz not null
);
create index used_challenges_expires_at_index on used_challenges (expires_at);

create table challenge_key (
  single boolean not null,
  key bytea not null,
  primary key (single)
);
alter table challenge_key
  add constraint challenge_key_single check (single);
insert into challenge_key (single, key)
values (true, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')))
`
