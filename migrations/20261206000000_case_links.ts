import { Migration } from '@mikro-orm/migrations'

/** Links between cases, and merges of cases. */
export class Migration20261206000000_case_links extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
create table case_links (
  case_id bigint not null,
  other_id bigint not null,
  kind text not null,
  created_at timestamptz not null,
  constraint case_links_pkey primary key (case_id, other_id),
  constraint case_links_kind_check check (kind in ('RELATED', 'PARENT', 'CHILD')),
  constraint case_links_case_id_foreign foreign key (case_id) references cases (id),
  constraint case_links_other_id_foreign foreign key (other_id) references cases (id),
  constraint case_links_two_cases check (case_id <> other_id)
);
create index case_links_other_id_index on case_links (other_id);
create unique index case_links_one_parent on case_links (case_id) where kind = 'PARENT';

create table case_merges (
  case_id bigint not null,
  direct_id bigint not null,
  merged_at timestamptz not null,
  constraint case_merges_pkey primary key (case_id),
  constraint case_merges_case_id_foreign foreign key (case_id) references cases (id)
);
create index case_merges_direct_id_index on case_merges (direct_id);

alter table cases add column merged_into_id bigint null;
create index cases_merged_into_id_index on cases (merged_into_id) where merged_into_id is not null;

alter table case_events drop constraint case_events_kind_check;
alter table case_events add constraint case_events_kind_check check (kind in (
  'ASSIGNED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_REMOVED', 'CREATED', 'IMPORTED', 'LINKED', 'MERGED', 'OVERDUE', 'UNASSIGNED',
  'UNLINKED', 'UNMERGED', 'UPDATED'
))
`
