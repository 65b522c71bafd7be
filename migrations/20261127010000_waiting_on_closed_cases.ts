import { Migration } from '@mikro-orm/migrations'

/** A party that writes on a closed case waits for an answer, and an erased one does not. */
export class Migration20261127010000_waiting_on_closed_cases extends Migration {
  override up(): void {
    for (const sql of [waitingOnClosedCases, notOfErased]) this.addSql(sql)
  }
}

// What a party has written since the case was last closed or answered. What was imported without a history counts as older.
export const waitingOnClosedCases = `
with closings as (
  select e.case_id, max(e.version) as version
  from case_events e
  cross join lateral jsonb_array_elements(e.changes) as c (change)
  where e.changes @> '[{"path": ["status"]}]' and c.change -> 'path' = '["status"]'
    and c.change ->> 'from' in (select name from case_statuses where not closed)
    and c.change ->> 'to' in (select name from case_statuses where closed)
  group by e.case_id
), comments as materialized (
  select m.case_id, m.version, e.at, p.kind
  from case_comments m
  join case_events e on e.case_id = m.case_id and e.version = m.version
  join persons p on p.id = e.actor_id
  where not m.internal and m.version > 1 and m.imported_author_id is null and p.kind in ('OPERATOR', 'PARTY')
), answers as (
  select case_id, max(version) as version from comments where kind = 'OPERATOR' group by case_id
), waiting as (
  select m.case_id, min(m.at) as since
  from comments m
  join closings k on k.case_id = m.case_id
  left join answers a on a.case_id = m.case_id
  where m.kind = 'PARTY' and m.version > greatest(k.version, coalesce(a.version, 0))
  group by m.case_id
)
update cases c set customer_waiting_since = w.since from waiting w
where c.id = w.case_id and c.customer_waiting_since is null`

export const notOfErased = `
update cases c set customer_waiting_since = null from persons p
where p.id = c.party_id and p.erased_at is not null and c.customer_waiting_since is not null`
