import { Migration } from '@mikro-orm/migrations'
import { catalogueTables as tablesBefore } from './20261203000000_service_levels.ts'

/** Tags, and the tags of cases. */
export class Migration20261204000000_tags extends Migration {
  override up(): void {
    this.addSql(`create table tags (
  code text not null,
  label text not null,
  active boolean not null,
  version int not null default 1,
  constraint tags_pkey primary key (code)
)`)
    this.addSql(`create trigger renew_catalogue_revision before insert or update or delete or truncate on tags
  for each statement execute function renew_catalogue_revision()`)
    this.addSql(`alter table cases add column tags text[] not null default '{}'`)
    this.addSql(`create index cases_tags_index on cases using gin (tags) where tags <> '{}'`)
  }
}

export const catalogueTables = [...tablesBefore, 'tags']
