import { Migration } from '@mikro-orm/migrations'

/** What operators have read, where they look now, and the status that an answer of a party moves a case to. */
export class Migration20261130000000_unread extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

// case_presences is unlogged, because it says what was the case in the last seconds: a crash and a fail-over empty it.
const statements = `
alter table case_statuses
  add column after_party_comment text null,
  add constraint case_statuses_after_party_comment_foreign foreign key (after_party_comment) references case_statuses (name);

alter table cases
  add column latest_comment_version int not null default 0,
  add column latest_comment_author_id bigint null;

update cases c
set latest_comment_version = m.version, latest_comment_author_id = m.author_id
from (
  select distinct on (m.case_id) m.case_id, m.version, coalesce(m.imported_author_id, e.actor_id) as author_id
  from case_comments m
  join case_events e on e.case_id = m.case_id and e.version = m.version
  where m.removed_version is null
  order by m.case_id, m.version desc, m.position desc
) m
where c.id = m.case_id;

alter table cases
  add constraint cases_latest_comment_author_id_foreign foreign key (latest_comment_author_id) references persons (id);

create index cases_assignee_id_unanswered_index on cases (assignee_id)
  where assignee_id is not null and latest_comment_author_id <> assignee_id;

create index cases_assignee_id_status_index on cases (assignee_id, status) where assignee_id is not null;
create index cases_group_id_status_index on cases (group_id, status) where group_id is not null or assignee_id is null;
drop index cases_assignee_id_index;
drop index cases_group_id_index;

create table case_reads (
  case_id bigint not null,
  person_id bigint not null,
  version int not null,
  constraint case_reads_pkey primary key (case_id, person_id),
  constraint case_reads_person_id_foreign foreign key (person_id) references persons (id)
);

create unlogged table case_presences (
  case_id bigint not null,
  person_id bigint not null,
  writes boolean not null,
  noted_at timestamptz not null,
  constraint case_presences_pkey primary key (case_id, person_id)
);

create index case_presences_person_id_index on case_presences (person_id)
`
