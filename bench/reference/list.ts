import type { CaseData } from './rules.ts'
import { type CommentRow, type Run, type SessionRow, statement } from './sql.ts'

interface ListRow {
  id: string
  version: number
  status: string
  resolution: string
  case_data: CaseData
  created_at: Date
  updated_at: Date
  assignee_firstname: string | null
  assignee_email: string | null
  group_name: string | null
  party_firstname: string | null
  party_email: string | null
  type_name: string
  category_name: string
  system: boolean
  closed: boolean
  is_mine: boolean
  in_group: boolean | null
  authorised: boolean
}

/** What REST returns besides. */
interface PageRow extends ListRow {
  type_code: string
  category_code: string
  type_active: boolean
  category_active: boolean
  status_active: boolean
  is_default: boolean
  party_id: string | null
  assignee_id: string | null
  group_id: string | null
}

const cases = statement<ListRow>(listText(50, ''))
const page = statement<PageRow>(
  listText(
    51,
    `, c.type_code, c.category_code, t.active as type_active, k.active as category_active, s.active as status_active,
  s.is_default, c.party_id, c.assignee_id, c.group_id`,
  ),
)

function listText(limit: number, more: string): string {
  return `
with types as materialized (
  select type_code from operator_types where operator_id = $1
  union all
  select t.type_code
  from operator_group_members m
  join operator_groups g on g.id = m.group_id and g.active
  join operator_group_types t on t.group_id = g.id
  where m.operator_id = $1
), groups as materialized (
  select m.group_id from operator_group_members m join operator_groups g on g.id = m.group_id and g.active
  where m.operator_id = $1
), page as materialized (
  select c.*, c.assignee_id is not distinct from $1 as is_mine, c.group_id in (select group_id from groups) as in_group,
    c.type_code in (select type_code from types) as authorised
  from cases c
  where c.assignee_id = $1 or c.group_id in (select group_id from groups) or c.type_code in (select type_code from types)
    or (c.type_code, c.category_code) in (
      select type_code, category_code from touchpoint_grants where touchpoint_code = $2 and modify_cases
    )
  order by c.updated_at desc, c.id desc
  limit ${limit}
)
select c.id, c.version, c.status, c.resolution, c.case_data, c.created_at, c.updated_at,
  a.firstname as assignee_firstname, a.email as assignee_email, g.name as group_name,
  p.firstname as party_firstname, p.email as party_email, t.name as type_name, k.name as category_name, k.system,
  s.closed, c.is_mine, c.in_group, c.authorised${more}
from page c
join case_types t on t.code = c.type_code
join case_categories k on k.code = c.category_code
join case_statuses s on s.name = c.status
left join persons a on a.id = c.assignee_id
left join persons p on p.id = c.party_id
left join operator_groups g on g.id = c.group_id
order by c.updated_at desc, c.id desc`
}

const lastComments = statement<CommentRow & { case_id: string }>(`
select k.case_id, l.*
from unnest($1::bigint[]) k (case_id)
cross join lateral (
  select c.text, coalesce(c.imported_at, e.at) as "createdAt", p.firstname, p.email
  from case_comments c
  join case_events e on e.case_id = c.case_id and e.version = c.version
  join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
  where c.case_id = k.case_id and (not c.internal or $2) and c.removed_version is null
  order by c.version desc, c.position desc
  limit 3
) l`)

/** The last 50 cases that an operator may see, with two statements. */
export async function listCases(run: Run, session: SessionRow) {
  const rows = await run(cases, [session.person_id, session.touchpoint_code])
  const comments = Map.groupBy(
    await run(lastComments, [rows.map(({ id }) => id), session.kind === 'OPERATOR']),
    (comment) => comment.case_id,
  )
  return rows.map((row) => {
    return {
      id: row.id,
      version: row.version,
      status: row.status,
      resolution: row.resolution,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      caseData: row.case_data,
      caseType: { name: row.type_name },
      category: { name: row.category_name },
      caseStatus: { closed: row.closed },
      assignee: row.assignee_email && { firstname: row.assignee_firstname, email: row.assignee_email },
      group: row.group_name && { name: row.group_name },
      party: row.party_email && { firstname: row.party_firstname, email: row.party_email },
      comments: {
        nodes: (comments.get(row.id) ?? [])
          .reverse()
          .map(({ text, createdAt, firstname, email }) => ({ text, createdAt, author: { firstname, email } })),
      },
      permissions: permissionsOf(row),
    }
  })
}

const messages = {
  ASSIGNED_TO_YOU: 'The case is assigned to you.',
  ASSIGNED_TO_YOUR_GROUP: 'The case is assigned to one of your groups.',
  AUTHORISED_FOR_TYPE: 'You, or one of your groups, are authorised for the type of the case.',
  TOUCHPOINT_GRANT: 'The touchpoint may modify cases of this type category.',
  SYSTEM_CATEGORY: 'Cases in a system category cannot be updated.',
}

function permissionsOf({ is_mine, in_group, authorised, system }: ListRow, withMessages = false) {
  const reason = is_mine
    ? 'ASSIGNED_TO_YOU'
    : in_group
      ? 'ASSIGNED_TO_YOUR_GROUP'
      : authorised
        ? 'AUTHORISED_FOR_TYPE'
        : 'TOUCHPOINT_GRANT'
  const because = (allowed: boolean, why: keyof typeof messages) => ({
    allowed,
    reason: why,
    ...(withMessages && { message: messages[why] }),
  })
  const permitted = because(true, reason)
  return { update: system ? because(false, 'SYSTEM_CATEGORY') : permitted, assign: permitted, comment: permitted }
}

/** The same cases as REST returns them: more of each, and no comments. */
export async function listPage(run: Run, session: SessionRow) {
  const rows = await run(page, [session.person_id, session.touchpoint_code])
  const cases = rows.slice(0, 50).map((row) => ({
    id: Number(row.id),
    version: row.version,
    categoryCode: row.category_code,
    typeCode: row.type_code,
    status: row.status,
    resolution: row.resolution,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    caseData: row.case_data,
    caseType: { code: row.type_code, name: row.type_name, active: row.type_active },
    category: { code: row.category_code, name: row.category_name, active: row.category_active, system: row.system },
    caseStatus: { name: row.status, active: row.status_active, closed: row.closed, default: row.is_default },
    party: person(row.party_id, 'PARTY', row.party_firstname, row.party_email),
    assignee: person(row.assignee_id, 'OPERATOR', row.assignee_firstname, row.assignee_email),
    group: row.group_id && { id: `group:${row.group_id}`, name: row.group_name },
    permissions: permissionsOf(row, true),
  }))
  const cursorOf = (row: PageRow | undefined) =>
    row ? Buffer.from(`${row.updated_at.getTime() * 1000}.${row.id}`).toString('base64url') : null
  const [first, last] = [rows[0], rows[cases.length - 1]]
  return {
    cases,
    pageInfo: {
      hasNextPage: rows.length > cases.length,
      hasPreviousPage: false,
      startCursor: cursorOf(first),
      endCursor: cursorOf(last),
    },
  }
}

function person(id: string | null, login: string, firstname: string | null, email: string | null) {
  return id && { id: `person:${id}`, login, firstname, email }
}
