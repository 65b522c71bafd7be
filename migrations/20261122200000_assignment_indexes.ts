import { Migration } from '@mikro-orm/migrations'

/** A case that has an assignee is in the one index, and any other case in the other. Both were in both. */
export class Migration20261122200000_assignment_indexes extends Migration {
  override up(): void {
    this.addSql('drop index cases_assignee_id_group_id_index')
    this.addSql('drop index cases_group_id_created_at_id_index')
    this.addSql('create index cases_assignee_id_index on cases (assignee_id) where assignee_id is not null')
    this.addSql(
      'create index cases_group_id_created_at_id_index on cases (group_id, created_at, id) ' +
        'where group_id is not null or assignee_id is null',
    )
  }
}
