import { Migration } from '@mikro-orm/migrations'

// Events that are older than this migration are in no feed: numbering them would take long on a large database, and readers
// list the cases before they follow the changes.
export class Migration20261124000000_event_feed extends Migration {
  override up(): void {
    this.addSql(`create table case_outbox (
      transaction xid8 not null default pg_current_xact_id(),
      case_id bigint not null,
      version int not null,
      primary key (transaction, case_id, version)
    )`)
    this.addSql(`create table case_feed (
      position bigint not null,
      case_id bigint not null,
      version int not null,
      relayed_at timestamptz not null,
      snapshot pg_snapshot null,
      primary key (position)
    )`)
  }
}
