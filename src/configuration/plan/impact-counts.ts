import { columns, type RowOf } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'

/** A number of cases with a status, or of sessions. */
const countColumns = columns({ key: 'text', status: 'text | null', count: 'bigint' })
export type Count = RowOf<typeof countColumns>

const counting = (sql: string) => statement(sql, countColumns)

const casesBy = (column: string, keys = 'text[]', condition = '') =>
  counting(`
  select c.${column}::text as key, c.status, count(*) as count
  from cases c
  where c.${column} = any($1::${keys})${condition}
  group by c.${column}, c.status`)

const casesByTypeCategory = counting(`
  select k.codes as key, c.status, count(*) as count
  from unnest($1::text[]) as k (codes)
  join cases c on c.type_code = k.codes::jsonb ->> 0 and c.category_code = k.codes::jsonb ->> 1
  group by k.codes, c.status`)

// $1: the keys of items. Each reads an index only: those of cases by status and resolution, by type, category and status, and by
// assignment. Sessions have no status.
export const countStatements = {
  status: casesBy('status'),
  resolution: counting(`
  select c.resolution as key, c.status, count(*) as count
  from case_statuses s
  join cases c on c.status = s.name and c.resolution = any($1::text[])
  group by c.resolution, c.status`),
  type: casesBy('type_code'),
  category: counting(`
  select t.category_code as key, c.status, count(*) as count
  from case_type_categories t
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  where t.category_code = any($1::text[])
  group by t.category_code, c.status`),
  typeCategory: casesByTypeCategory,
  // The second condition lets PostgreSQL use the partial index.
  tag: counting(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join cases c on c.tags @> array[k.code] and c.tags <> '{}'
  group by k.code, c.status`),
  slaPolicy: counting(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join case_type_categories t on t.sla_policy_code = k.code
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  group by k.code, c.status`),
  calendar: counting(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join sla_policies p on p.calendar_code = k.code
  join case_type_categories t on t.sla_policy_code = p.code
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  group by k.code, c.status`),
  statusWithPolicy: counting(`
  select c.status as key, c.status, count(*) as count
  from case_type_categories t
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code and c.status = any($1::text[])
  where t.sla_policy_code is not null
  group by c.status`),
  deadlinesOf: casesByTypeCategory,
  // The keys are a type and the fields that it loses. At most 100,000 cases of a type are read.
  values: counting(`
  select k.text as key, null as status, count(*) as count
  from unnest($1::text[]) as k (text)
  cross join lateral (
    select c.case_data from cases c where c.type_code = k.text::jsonb ->> 0 limit 100000
  ) c
  where c.case_data ?| array(select jsonb_array_elements_text(k.text::jsonb))
  group by k.text`),
  // The keys are pairs of a type and a category.
  granted: counting(`
  select k.text as key, c.status, count(*) as count
  from unnest($1::text[]) as k (text)
  cross join lateral jsonb_array_elements(k.text::jsonb) as p (codes)
  join cases c on c.type_code = p.codes ->> 0 and c.category_code = p.codes ->> 1
  group by k.text, c.status`),
  assignee: casesBy('assignee_id', 'bigint[]'),
  group: casesBy('group_id', 'bigint[]', ' and c.assignee_id is null'),
  person: counting(`
  select v.person_id::text as key, null as status, count(*) as count
  from live_sessions v
  where v.person_id = any($1::bigint[])
  group by v.person_id`),
}
