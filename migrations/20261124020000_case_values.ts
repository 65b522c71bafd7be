import { Migration } from '@mikro-orm/migrations'

/** Subject, priority and waiting of cases, and who can set statuses, resolutions and fields. */
export class Migration20261124020000_case_values extends Migration {
  override up(): void {
    for (const sql of [columns, waiting, indexes].flatMap((each) => each.trim().split(/;\n+/))) this.addSql(sql)
  }
}

const settableBy = `add column settable_by text not null default 'ALL' check (settable_by in ('ALL', 'OPERATORS'))`

const columns = `
alter table cases
  add column subject text null,
  add column priority text not null default 'NORMAL',
  add column customer_waiting_since timestamptz null,
  add constraint cases_priority_check check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT'));
alter table idempotency_keys add column customer_waiting_since timestamptz null;
alter table case_statuses ${settableBy};
alter table case_resolutions ${settableBy};
alter table case_type_fields ${settableBy}`

// For open cases, by the rule of customer-waiting.rules.ts at the time of this migration: what happened since the case was
// created, or since it was last reopened.
export const waiting = `
with comments as materialized (
  select m.case_id, coalesce(m.imported_at, e.at) as at, p.kind,
    row_number() over (partition by m.case_id order by m.version, m.position) as number
  from case_comments m
  join case_events e on e.case_id = m.case_id and e.version = m.version
  join persons p on p.id = coalesce(m.imported_author_id, e.actor_id)
  where not m.internal
), reopened as (
  select distinct on (e.case_id) e.case_id, e.at, p.kind
  from case_events e
  cross join lateral jsonb_array_elements(e.changes) as c (change)
  left join persons p on p.id = e.actor_id
  where e.changes @> '[{"path": ["status"]}]' and c.change -> 'path' = '["status"]'
    and c.change ->> 'from' in (select name from case_statuses where closed)
    and c.change ->> 'to' in (select name from case_statuses where not closed)
  order by e.case_id, e.version desc
), opened as (
  select c.id, coalesce(r.at, c.created_at) as at, c.created_at, r.at is null or r.kind = 'PARTY' as waits
  from cases c
  left join reopened r on r.case_id = c.id
  where c.status in (select name from case_statuses where not closed)
), answered as (
  select o.id, o.at, o.waits, max(m.at) as answered_at
  from opened o
  left join comments m on m.case_id = o.id and m.kind = 'OPERATOR' and m.at >= o.at
    and not (m.number = 1 and m.at <= o.created_at)
  group by o.id, o.at, o.waits
), waiting as (
  select a.id, case when a.answered_at is null and a.waits then a.at else min(m.at) end as since
  from answered a
  left join comments m on m.case_id = a.id and m.kind = 'PARTY' and m.at >= a.at
    and (a.answered_at is null or m.at > a.answered_at)
  group by a.id, a.at, a.waits, a.answered_at
)
update cases c set customer_waiting_since = w.since from waiting w where c.id = w.id and w.since is not null`

const indexes = `
drop index cases_group_id_created_at_id_index;
create index cases_group_id_index on cases (group_id) where group_id is not null or assignee_id is null;
create index cases_customer_waiting_since_id_index on cases (customer_waiting_since, id)
  where customer_waiting_since is not null;
create index cases_group_id_priority_customer_waiting_since_id_index
  on cases (group_id, priority, customer_waiting_since, id)
  where group_id is not null and customer_waiting_since is not null;
create index cases_priority_index on cases (priority) where priority <> 'NORMAL';
create index cases_subject_index on cases using gin (to_tsvector('simple', subject)) where subject is not null`
