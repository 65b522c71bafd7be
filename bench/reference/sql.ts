import pg from 'pg'
import type { CaseData, FieldRow } from './rules.ts'

export interface Statement<Row> {
  name: string
  text: string
  row?: Row
}

let count = 0
export const statement = <Row>(text: string): Statement<Row> => ({ name: `reference_${++count}`, text })

export interface SessionRow {
  touchpoint_code: string
  person_id: string
  kind: 'OPERATOR' | 'PARTY' | 'CONSUMER'
  firstname: string
  email: string
}

export interface CaseRow {
  version: number
  type_code: string
  category_code: string
  status: string
  resolution: string
  case_data: CaseData
  party_id: string | null
  assignee_id: string | null
  group_id: string | null
}

interface OperatorRow {
  id: string
  email: string
  active: boolean
  blocked: boolean
  authorised: boolean
  current_email: string | null
}

export interface CommentRow {
  text: string
  internal: boolean
  createdAt: Date
  touchpoint: string | null
  firstname: string
  email: string
}

const caseColumns = 'version, type_code, category_code, status, resolution, case_data, party_id, assignee_id, group_id'

const isAuthorised = (operator: string, type: string) => `
exists (select from operator_types where operator_id = ${operator} and type_code = ${type})
or exists (
  select from operator_group_members m
  join operator_groups g on g.id = m.group_id and g.active
  join operator_group_types t on t.group_id = g.id
  where m.operator_id = ${operator} and t.type_code = ${type}
)`

export const begin = statement('begin')
export const commit = statement('commit')
export const rollback = statement('rollback')

export const sql = {
  session: statement<SessionRow>(`
select s.touchpoint_code, s.person_id, p.kind, p.firstname, p.email
from sessions s join persons p on p.id = s.person_id
where s.token_hash = $1 and s.revoked_at is null and (s.expires_at is null or s.expires_at > now())
  and p.active and not p.blocked`),

  readCase: statement<CaseRow>(`select ${caseColumns} from cases where id = $1`),
  lockCase: statement<CaseRow>(`select ${caseColumns} from cases where id = $1 for update`),

  typeCategoryAndPermission: statement<{ system: boolean; active: boolean; granted: boolean; authorised: boolean }>(`
select c.system, x.active and t.active and c.active as active,
  exists (
    select from touchpoint_grants where touchpoint_code = $3 and type_code = $1 and category_code = $2
  ) as granted,
  ${isAuthorised('$4', '$5')}
  or exists (
    select from touchpoint_grants
    where touchpoint_code = $3 and type_code = $5 and category_code = $6 and modify_cases
  )
  or exists (
    select from operator_group_members m join operator_groups g on g.id = m.group_id and g.active
    where m.operator_id = $4 and m.group_id = $7
  ) as authorised
from case_type_categories x
join case_types t on t.code = x.type_code
join case_categories c on c.code = x.category_code
where x.type_code = $1 and x.category_code = $2`),

  namesAndFields: statement<{
    status_active: boolean
    status_follows: boolean
    resolution_active: boolean
    fields: FieldRow[]
  }>(`
select
  (select active from case_statuses where name = $2) as status_active,
  exists (select from case_status_transitions where from_status = $1 and to_status = $2)
    or not exists (select from case_status_transitions where from_status = $1) as status_follows,
  (select active from case_resolutions where name = $3) as resolution_active,
  (select json_agg(json_build_object('name', name, 'kind', kind, 'minimum', minimum, 'maximum', maximum,
     'scale', scale) order by position)
   from case_type_fields where type_code = $4) as fields`),

  update: statement<{ version: number }>(`
update cases
set version = version + 1, type_code = $2, category_code = $3, status = $4, resolution = $5, case_data = $6,
  updated_at = now()
where id = $1
returning version`),

  event: statement(`
insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
values ($1, $2, $3, $4, $5, now(), $6)`),

  comments: statement(`
insert into case_comments (case_id, version, position, text, internal)
select $1, $2, position, text, false from unnest($3::text[]) with ordinality as c (text, position)`),

  operator: statement<OperatorRow>(`
select o.id, o.email, o.active, o.blocked, ${isAuthorised('o.id', '$2')} as authorised,
  (select email from persons where id = $3) as current_email
from persons o
where o.kind = 'OPERATOR' and o.email_key = $1`),

  assign: statement<{ version: number }>(`
update cases set version = version + 1, assignee_id = $2, group_id = null, updated_at = now()
where id = $1
returning version`),

  readComments: statement<CommentRow>(`
select c.text, c.internal, coalesce(c.imported_at, e.at) as "createdAt",
  coalesce(c.imported_touchpoint_code, e.touchpoint_code) as touchpoint, p.firstname, p.email
from case_comments c
join case_events e on e.case_id = c.case_id and e.version = c.version
join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
where c.case_id = $1 and (not c.internal or $2)
order by c.version, c.position
limit 10`),
}

/** Has only the conditions of the filters that were sent, so that each combination has its own plan. */
export function lookup(filters: { type: string | null; category: string | null; app: boolean }) {
  const conditions = [
    ...(filters.type === null ? [] : [['t.code', filters.type] as const]),
    ...(filters.category === null ? [] : [['c.code', filters.category] as const]),
  ]
  const text = `
select t.code as "caseTypeCode", t.name as "caseTypeName", c.code as "caseCategoryCode", c.name as "caseCategoryName",
  x.default_answer as "defaultAnswer"
from touchpoint_grants g
join case_type_categories x on x.type_code = g.type_code and x.category_code = g.category_code
join case_types t on t.code = x.type_code
join case_categories c on c.code = x.category_code
where g.touchpoint_code = $1 and x.active and t.active and c.active and not c.system${filters.app ? ' and x.app_visible' : ''}
  ${conditions.map(([column], i) => `and ${column} = $${i + 2}`).join(' ')}
order by c.name collate "C", t.name collate "C", c.code collate "C", t.code collate "C"`
  const name = `lookup_${filters.app}_${conditions.map(([column]) => column).join('_')}`
  return { statement: { name, text } as Statement<object>, values: conditions.map(([, value]) => value) }
}

export type Run = <Row>(statement: Statement<Row>, values?: unknown[]) => Promise<Row[]>

const pgPool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
})

const runOn =
  (queryable: pg.Pool | pg.PoolClient): Run =>
  async ({ name, text }, values = []) =>
    (await queryable.query({ name, text, values })).rows

export const pool = {
  run: runOn(pgPool),
  async connect() {
    const client = await pgPool.connect()
    return { run: runOn(client), release: () => client.release() }
  },
}
