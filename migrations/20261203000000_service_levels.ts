import { Migration } from '@mikro-orm/migrations'
import { catalogueTables as tablesBefore } from './20261121000000_initial.ts'

/** Calendars, policies, and the deadlines of cases. */
export class Migration20261203000000_service_levels extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
    for (const table of addedTables) {
      this.addSql(`create trigger renew_catalogue_revision before insert or update or delete or truncate on ${table}
  for each statement execute function renew_catalogue_revision()`)
    }
  }
}

const addedTables = ['sla_calendars', 'sla_policies']
export const catalogueTables = [...tablesBefore, ...addedTables]

const statements = `
create table sla_calendars (
  code text not null,
  name text not null,
  time_zone text not null,
  hours jsonb not null default '[]',
  holidays jsonb not null default '[]',
  active boolean not null,
  version int not null default 1,
  constraint sla_calendars_pkey primary key (code)
);

create table sla_policies (
  code text not null,
  name text not null,
  calendar_code text null,
  goals jsonb not null default '[]',
  active boolean not null,
  version int not null default 1,
  constraint sla_policies_pkey primary key (code),
  constraint sla_policies_calendar_code_foreign foreign key (calendar_code) references sla_calendars (code)
);

create table sla_recomputation (
  single boolean not null,
  done text not null,
  target text null,
  case_id bigint not null,
  started_at timestamptz null,
  repeat_at timestamptz null,
  constraint sla_recomputation_pkey primary key (single),
  constraint sla_recomputation_single check (single)
);
insert into sla_recomputation (single, done, case_id) values (true, '', 0);

alter table case_events drop constraint case_events_kind_check;
alter table case_events add constraint case_events_kind_check check (kind in (
  'ASSIGNED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_REMOVED', 'CREATED', 'IMPORTED', 'OVERDUE', 'UNASSIGNED', 'UPDATED'
));

alter table case_statuses add column pauses_sla boolean not null default false;
alter table case_type_categories
  add column sla_policy_code text null,
  add constraint case_type_categories_sla_policy_code_foreign foreign key (sla_policy_code) references sla_policies (code);

alter table cases
  add column answered boolean not null default false,
  add column deadlines jsonb null,
  add column due_at timestamptz null,
  add column overdue_at timestamptz null;

update cases c
set answered = true
where exists (
  select from case_comments m
  join case_events e on e.case_id = m.case_id and e.version = m.version
  join persons p on p.id = coalesce(m.imported_author_id, e.actor_id) and p.kind = 'OPERATOR'
  where m.case_id = c.id and not m.internal and (
    coalesce(m.imported_at, e.at) > c.created_at
    or exists (
      select from case_comments f
      where f.case_id = m.case_id and not f.internal and (f.version, f.position) < (m.version, m.position)
    )
  )
);

create index cases_due_at_id_index on cases (due_at, id) where due_at is not null;
create index cases_overdue_at_id_index on cases (overdue_at, id) where overdue_at is not null
`
