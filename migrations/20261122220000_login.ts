import { Migration } from '@mikro-orm/migrations'

export class Migration20261122220000_login extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
    this.addSql(`create or replace view live_sessions as ${liveSessions}`)
  }
}

// The only definition of a valid session, used by all statements that take a caller's token.
export const liveSessions = `
  select s.token_hash, s.touchpoint_code, p.id as person_id, p.kind as login, p.firstname, p.email, r.revision
  from sessions s
  join persons p on p.id = s.person_id
  cross join catalogue_revision r
  where s.revoked_at is null
    and (s.expires_at is null or s.expires_at > statement_timestamp())
    and (s.idle_expires_at is null or s.idle_expires_at > statement_timestamp())
    and p.active and not p.blocked
`

const statements = `
alter table persons drop constraint persons_kind_check;
alter table persons
  add constraint persons_kind_check check (kind in ('ADMIN', 'CONSUMER', 'OPERATOR', 'PARTY'));
alter table persons add column subject text null;
alter table persons add column sessions_revoked_at timestamptz null;
alter table persons add constraint persons_kind_subject_unique unique (kind, subject);

alter table touchpoints add column logins text[] not null default '{}';
alter table touchpoints add column registers text[] not null default '{}';
alter table touchpoints add column sessions_revoked_at timestamptz null;

create table touchpoint_secrets (
  id uuid not null default gen_random_uuid() primary key,
  touchpoint_code text not null,
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz null,
  revoked_at timestamptz null
);
alter table touchpoint_secrets
  add constraint touchpoint_secrets_secret_hash_unique unique (secret_hash);
alter table touchpoint_secrets
  add constraint touchpoint_secrets_touchpoint_code_foreign foreign key (touchpoint_code) references touchpoints (code);
create index touchpoint_secrets_touchpoint_code_index on touchpoint_secrets (touchpoint_code);

alter table case_type_categories add column group_id bigint null;
alter table case_type_categories
  add constraint case_type_categories_group_id_foreign foreign key (group_id) references operator_groups (id);

alter table sessions add column origin text not null default 'COMMAND';
alter table sessions
  add constraint sessions_origin_check check (origin in ('COMMAND', 'ISSUER', 'SECRET'));
alter table sessions add column last_used_at timestamptz null;
alter table sessions add column idle_seconds int null;
alter table sessions add column idle_expires_at timestamptz null;
alter table sessions add column issuer text null;
alter table sessions add column subject text null;
alter table sessions add column sid text null;
alter table sessions add column issued_after timestamptz null;
alter table sessions add column issued_at timestamptz null;
create unique index sessions_issuer_key on sessions (issuer, subject, sid, touchpoint_code) where issuer is not null and revoked_at is null;
create index sessions_person_id_index on sessions (person_id);
create index sessions_expires_at_index on sessions (expires_at)
`
