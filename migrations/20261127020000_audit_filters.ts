import { Migration } from '@mikro-orm/migrations'

/** Finds audit events by person and time. */
export class Migration20261127020000_audit_filters extends Migration {
  override up(): void {
    this.addSql('create index audit_events_actor_id_id_index on audit_events (actor_id, id)')
    this.addSql('create index audit_events_at_index on audit_events (at)')
  }
}
