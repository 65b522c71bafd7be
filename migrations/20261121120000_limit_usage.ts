import { Migration } from '@mikro-orm/migrations'

export class Migration20261121120000_limit_usage extends Migration {
  override up(): void {
    // Unlogged: it is gone after a crash of the database, which costs nothing, and nobody waits for a disk.
    this.addSql(`create unlogged table limit_usage (
      key bytea not null,
      used bigint not null,
      ends_at timestamptz not null,
      primary key (key)
    )`)
  }
}
