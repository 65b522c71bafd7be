import { Migration } from '@mikro-orm/migrations'

export class Migration20261123030000_audit extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table audit_events drop constraint audit_events_action_check;
alter table audit_events
  add constraint audit_events_action_check check (action in ('CONFIGURED', 'PERSON_REGISTERED', 'SESSION_CREATED', 'IMPORTED', 'ARCHIVED', 'SECRET_ISSUED', 'SECRET_REVOKED', 'SESSIONS_REVOKED', 'PERSON_EXPORTED', 'PERSON_ERASED'));

update audit_events a set target = 'group:' || g.id from operator_groups g where a.target = 'group:' || g.name;

create table erased_identities (
  hash bytea not null primary key,
  erased_at timestamptz not null
);
create index erased_identities_erased_at_index on erased_identities (erased_at)
`
