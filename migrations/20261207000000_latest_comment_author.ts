import { Migration } from '@mikro-orm/migrations'

/**
 * The author of the latest comment is copied from the event that added it, whose foreign key was checked. Checking it again took 4 % of
 * PostgreSQL's work for an update with a comment.
 */
export class Migration20261207000000_latest_comment_author extends Migration {
  override up(): void {
    this.addSql('alter table cases drop constraint cases_latest_comment_author_id_foreign')
  }
}
