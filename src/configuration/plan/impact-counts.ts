import { columns, type RowOf } from '../../database/statements/columns.ts'
import { statement } from '../../database/statements/statement.ts'

/** A number of cases with a status, or of sessions. */
const countColumns = columns({ key: 'text', status: 'text | null', count: 'bigint' })
export type Count = RowOf<typeof countColumns>

/** Cases or sessions that a change affects. They do not prevent it. */
export interface Impact {
  kind: 'OPEN_CASES' | 'CLOSED_CASES' | 'SESSIONS' | 'ASSIGNED_CASES' | 'STORED_VALUES' | 'LOST_ACCESS'
  /** At least 1. */
  count: number
  message: string
}

/** `withClosed`: closed cases are another impact. Otherwise they are not counted. */
const counting =
  (kind: Impact['kind'], noun: string, withClosed = false) =>
  (sql: string) => ({ statement: statement(sql, countColumns), kind, noun, withClosed })

const cases = counting('OPEN_CASES', 'open case', true)
const openCases = counting('OPEN_CASES', 'open case')
const assignedCases = counting('ASSIGNED_CASES', 'open case')
const lostAccess = counting('LOST_ACCESS', 'open case')
const storedValues = counting('STORED_VALUES', 'case')
const sessions = counting('SESSIONS', 'session')

const casesBy = (column: string, keys = 'text[]', condition = '') => `
  select c.${column}::text as key, c.status, count(*) as count
  from cases c
  where c.${column} = any($1::${keys})${condition}
  group by c.${column}, c.status`

const casesByTypeCategory = `
  select k.codes as key, c.status, count(*) as count
  from unnest($1::text[]) as k (codes)
  join cases c on c.type_code = k.codes::jsonb ->> 0 and c.category_code = k.codes::jsonb ->> 1
  group by k.codes, c.status`

// $1: the keys of items. Each reads an index only: those of cases by status and resolution, by type, category and status, and by
// assignment. Sessions have no status.
export const countStatements = {
  status: cases(casesBy('status')),
  resolution: cases(`
  select c.resolution as key, c.status, count(*) as count
  from case_statuses s
  join cases c on c.status = s.name and c.resolution = any($1::text[])
  group by c.resolution, c.status`),
  type: cases(casesBy('type_code')),
  category: cases(`
  select t.category_code as key, c.status, count(*) as count
  from case_type_categories t
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  where t.category_code = any($1::text[])
  group by t.category_code, c.status`),
  typeCategory: cases(casesByTypeCategory),
  // The second condition lets PostgreSQL use the partial index.
  tag: cases(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join cases c on c.tags @> array[k.code] and c.tags <> '{}'
  group by k.code, c.status`),
  slaPolicy: openCases(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join case_type_categories t on t.sla_policy_code = k.code
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  group by k.code, c.status`),
  calendar: openCases(`
  select k.code as key, c.status, count(*) as count
  from unnest($1::text[]) as k (code)
  join sla_policies p on p.calendar_code = k.code
  join case_type_categories t on t.sla_policy_code = p.code
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  group by k.code, c.status`),
  statusWithPolicy: openCases(`
  select c.status as key, c.status, count(*) as count
  from case_type_categories t
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code and c.status = any($1::text[])
  where t.sla_policy_code is not null
  group by c.status`),
  deadlinesOf: openCases(casesByTypeCategory),
  // The keys are a type and the fields that it loses. At most 100,000 cases of a type are read.
  values: storedValues(`
  select k.text as key, null as status, count(*) as count
  from unnest($1::text[]) as k (text)
  cross join lateral (
    select c.case_data from cases c where c.type_code = k.text::jsonb ->> 0 limit 100000
  ) c
  where c.case_data ?| array(select jsonb_array_elements_text(k.text::jsonb))
  group by k.text`),
  // The keys are pairs of a type and a category.
  granted: lostAccess(`
  select k.text as key, c.status, count(*) as count
  from unnest($1::text[]) as k (text)
  cross join lateral jsonb_array_elements(k.text::jsonb) as p (codes)
  join cases c on c.type_code = p.codes ->> 0 and c.category_code = p.codes ->> 1
  group by k.text, c.status`),
  assignee: assignedCases(casesBy('assignee_id', 'bigint[]')),
  group: assignedCases(casesBy('group_id', 'bigint[]', ' and c.assignee_id is null')),
  person: sessions(`
  select v.person_id::text as key, null as status, count(*) as count
  from live_sessions v
  where v.person_id = any($1::bigint[])
  group by v.person_id`),
}
