import { Migration } from '@mikro-orm/migrations'

/**
 * Gives each event that an endpoint is still to get a row of its own. Before, an endpoint had the positions that were done ahead of its own,
 * and a row of a case could stand for several versions.
 */
export class Migration20261128010000_webhook_deliveries extends Migration {
  override up(): void {
    for (const sql of statements.trim().split(/;\n+/)) this.addSql(sql)
  }
}

const statements = `
insert into webhook_deliveries (endpoint_id, case_id, version, position, status)
select d.endpoint_id, d.case_id, v.version, coalesce(f.position, d.position), 'WAITING'
from webhook_deliveries d
cross join generate_series(d.version + 1, d.through_version) as v (version)
left join case_feed f on f.case_id = d.case_id and f.version = v.version
where d.status = 'WAITING'
order by d.endpoint_id, coalesce(f.position, d.position), v.version;

insert into webhook_deliveries (endpoint_id, case_id, version, position, status)
select e.id, f.case_id, f.version, f.position, 'WAITING'
from webhook_endpoints e
join case_feed f on f.position > e.position
  and f.position < (select max(ahead::bigint) from jsonb_array_elements_text(e.done_ahead) ahead)
where not e.done_ahead @> to_jsonb(f.position)
order by e.id, f.position;

update webhook_endpoints e
set position = f.position, position_case_id = f.case_id, position_version = f.version
from case_feed f
where f.position = (select max(ahead::bigint) from jsonb_array_elements_text(e.done_ahead) ahead) and f.position > e.position;

update webhook_deliveries d
set next_attempt_at = case
  when not exists (
    select from webhook_deliveries b
    where b.endpoint_id = d.endpoint_id and b.case_id = d.case_id and b.status = 'WAITING' and b.version < d.version
  ) then coalesce(d.next_attempt_at, now())
end
where d.status = 'WAITING';

drop index webhook_deliveries_waiting_index;
create index webhook_deliveries_due_index on webhook_deliveries (endpoint_id, next_attempt_at) where (status = 'WAITING');
create index webhook_deliveries_case_index on webhook_deliveries (endpoint_id, case_id, version) where (status = 'WAITING');
create index webhook_deliveries_failed_index on webhook_deliveries (endpoint_id) where (status = 'WAITING' and failures > 0);
alter table webhook_deliveries drop column through_version;
alter table webhook_endpoints drop column done_ahead;
alter table webhook_endpoints drop column lease_token;
alter table webhook_endpoints rename column leased_by to claimed_by;
alter table webhook_endpoints rename column leased_until to claimed_until
`
