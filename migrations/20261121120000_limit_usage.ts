import { Migration } from '@mikro-orm/migrations'

export class Migration20261121120000_limit_usage extends Migration {
  override up(): void {
    // Unlogged, because writes do not have to wait for the disk, and losing the counts in a crash is acceptable.
    this.addSql(`create unlogged table limit_usage (
      key bytea not null,
      used bigint not null,
      ends_at timestamptz not null,
      primary key (key)
    )`)
  }
}
