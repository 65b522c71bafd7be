import { Migration } from '@mikro-orm/migrations'

/** The answer of a request with an idempotency key is one JSON text, also if it is a case. */
export class Migration20261128000000_stored_answers extends Migration {
  override up(): void {
    this.addSql(`
update idempotency_keys
set answer = case when case_id is null then 'null' else json_build_object(
  'caseId', case_id, 'version', version, 'customerWaitingSince', customer_waiting_since, 'visible', visible)::text end
where problems is null and answer is null`)
    this.addSql(`
alter table idempotency_keys
  drop column case_id, drop column version, drop column customer_waiting_since, drop column visible`)
  }
}
