import { Migration } from '@mikro-orm/migrations'

/** Finds the events of some cases in the feed. Changes do not wait for it: the relay adds events to the feed. */
export class Migration20261127000000_feed_by_case extends Migration {
  override up(): void {
    this.addSql('create index case_feed_case_id_position_index on case_feed (case_id, position)')
  }
}
