import { Migration } from '@mikro-orm/migrations'

export class Migration20261123070000_transaction_of_events extends Migration {
  override up(): void {
    // Nothing has read the column. PostgreSQL does not rewrite the table to drop it.
    this.addSql('alter table case_events drop column transaction')
  }
}
