import { Migration } from '@mikro-orm/migrations'

export class Migration20261122160000_visible_outcome extends Migration {
  override up(): void {
    this.addSql('alter table idempotency_keys add column visible boolean not null default true')
  }
}
