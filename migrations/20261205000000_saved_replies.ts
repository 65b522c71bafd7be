import { Migration } from '@mikro-orm/migrations'
import { catalogueTables as tablesBefore } from './20261204000000_tags.ts'

/** Saved replies. */
export class Migration20261205000000_saved_replies extends Migration {
  override up(): void {
    this.addSql(`create table saved_replies (
  code text not null,
  label text not null,
  text text not null,
  type_categories jsonb not null default '[]',
  active boolean not null,
  version int not null default 1,
  constraint saved_replies_pkey primary key (code)
)`)
    this.addSql(`create trigger renew_catalogue_revision before insert or update or delete or truncate on saved_replies
  for each statement execute function renew_catalogue_revision()`)
  }
}

export const catalogueTables = [...tablesBefore, 'saved_replies']
