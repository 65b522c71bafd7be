import { statement } from '../../database/statements/statement.ts'

/** Cases per statement, so that none holds locks or occupies a connection for long. */
const announcedAtOnce = 100

/** The condition that a deadline of a case has passed, or will if nothing happens, and has no event yet: as in `dueTimesOf`. */
const passes = `not (d.value ->> 'announced')::boolean and d.value ->> 'dueAt' is not null
      and (d.value ->> 'endedAt' is null or (d.value ->> 'dueAt')::timestamptz < (d.value ->> 'endedAt')::timestamptz)`

/**
 * Writes the event of a deadline of each case that has passed, of several the earliest. A case that somebody else is changing is left
 * for the next run. Only the clock of the database counts. Also returns what tells whether service levels have changed.
 */
export const announceOverdue = statement(
  `
with due as (
  select c.id, c.deadlines
  from cases c
  where c.overdue_at < statement_timestamp()
  order by c.overdue_at, c.id
  limit ${announcedAtOnce}
  for no key update skip locked
), passed as (
  select due.id, p.ordinal, p.value
  from due
  left join lateral (
    select d.ordinal, d.value
    from jsonb_array_elements(due.deadlines) with ordinality as d (value, ordinal)
    where ${passes} and (d.value ->> 'dueAt')::timestamptz < statement_timestamp()
    order by (d.value ->> 'dueAt')::timestamptz, d.ordinal
    limit 1
  ) p on true
), changed as (
  update cases c
  set version = c.version + (p.ordinal is not null)::int,
    deadlines = case when p.ordinal is null then c.deadlines
      else jsonb_set(c.deadlines, array[(p.ordinal - 1)::text, 'announced'], 'true') end,
    overdue_at = (
      select min((d.value ->> 'dueAt')::timestamptz)
      from jsonb_array_elements(c.deadlines) with ordinality as d (value, ordinal)
      where ${passes} and d.ordinal is distinct from p.ordinal
    )
  from passed p
  where c.id = p.id
  returning c.id, c.version, p.value
), event as (
  insert into case_events (case_id, version, kind, at, changes, internal)
  select id, version, 'OVERDUE', date_trunc('milliseconds', statement_timestamp()), jsonb_build_array(jsonb_build_object(
      'path', jsonb_build_array('deadlines', value ->> 'goal'), 'from', null, 'to', value ->> 'dueAt'
    )), true
  from changed
  where value is not null
), outbox as (
  insert into case_outbox (case_id, version)
  select id, version from changed where value is not null
)
select (select count(*)::int from changed) as changed, (select count(*)::int from changed where value is not null) as announced,
  statement_timestamp() as now, r.revision, s.done, s.target
from catalogue_revision r cross join sla_recomputation s`,
  {
    changed: 'int',
    announced: 'int',
    now: 'timestamptz',
    revision: 'uuid',
    done: 'text',
    target: 'text | null',
  },
)
