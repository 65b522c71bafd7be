import { Migration } from '@mikro-orm/migrations'

export class Migration20261123060000_limits_of_processes extends Migration {
  override up(): void {
    // Each process counts on its own.
    this.addSql('drop table limit_usage')
  }
}
