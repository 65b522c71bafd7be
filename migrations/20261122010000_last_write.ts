import { Migration } from '@mikro-orm/migrations'

export class Migration20261122010000_last_write extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column last_write uuid null')
  }
}
