import { Migration } from '@mikro-orm/migrations'

/** Files of comments, and their contents in the database. Existing comments are not rewritten. */
export class Migration20261129000000_attachments extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
alter table case_comments add column attachments smallint not null default 0;

create table attachments (
  id uuid not null,
  uploader_id bigint not null,
  store text not null check (store in ('DATABASE', 'S3')),
  name text not null,
  size int not null,
  media_type text null,
  sha256 text null,
  created_at timestamptz not null default now(),
  remove_at timestamptz null,
  removing boolean not null default false,
  case_id bigint null,
  version int null,
  position smallint null,
  number smallint null,
  constraint attachments_pkey primary key (id),
  constraint attachments_uploader_id_foreign foreign key (uploader_id) references persons (id),
  constraint attachments_case_id_version_position_foreign foreign key (case_id, version, position)
    references case_comments (case_id, version, position),
  constraint attachments_in_comment check (
    case when case_id is null then version is null and position is null and number is null and remove_at is not null
    else version is not null and position is not null and number is not null and sha256 is not null and remove_at is null end)
);

create unique index attachments_comment_index on attachments (case_id, version, position, number) where case_id is not null;
create index attachments_free_index on attachments (uploader_id) where case_id is null;
create index attachments_remove_at_index on attachments (remove_at) where remove_at is not null;

create table attachment_chunks (
  attachment_id uuid not null,
  number int not null,
  content bytea not null,
  constraint attachment_chunks_pkey primary key (attachment_id, number),
  constraint attachment_chunks_attachment_id_foreign foreign key (attachment_id) references attachments (id)
);

alter table attachment_chunks alter column content set storage external
`
