import { Migration } from '@mikro-orm/migrations'

export class Migration20261123020000_email_keys extends Migration {
  override up(): void {
    this.addSql(`update persons set email_key = lower(email collate "C") where email_key <> lower(email collate "C")`)
  }
}
