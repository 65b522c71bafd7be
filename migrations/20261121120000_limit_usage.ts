import { Migration } from '@mikro-orm/migrations'

export class Migration20261121120000_limit_usage extends Migration {
  override up(): void {
    // Unlogged, because writes need not wait for the disk, and losing the counts in a crash does no harm.
    this.addSql(`create unlogged table limit_usage (
      key bytea not null,
      used bigint not null,
      ends_at timestamptz not null,
      primary key (key)
    )`)
  }
}
