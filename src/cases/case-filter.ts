import { searchableText } from '../database/valid-text.ts'
import { emailKey } from '../people/email.ts'

/** Conditions that listed cases must all fulfil. Null is the same as absent. */
export interface CaseFilter {
  status?: readonly string[] | null | undefined
  /** Whether the status counts as closed. */
  closed?: boolean | null | undefined
  resolution?: readonly string[] | null | undefined
  typeCode?: readonly string[] | null | undefined
  categoryCode?: readonly string[] | null | undefined
  assignedToMe?: boolean | null | undefined
  assigneeEmail?: string | null | undefined
  unassigned?: boolean | null | undefined
  groupName?: readonly string[] | null | undefined
  partyEmail?: string | null | undefined
  createdAfter?: Date | null | undefined
  createdBefore?: Date | null | undefined
  updatedAfter?: Date | null | undefined
  updatedBefore?: Date | null | undefined
  /** Words in comments that the caller may see. */
  text?: string | null | undefined
}

type Condition = (parameter: string) => string

/** The condition of each filter on a case `c` and the viewer `v`. */
const conditions: Record<keyof CaseFilter, Condition> = {
  status: (names) => `c.status = any(${names}::text[])`,
  closed: (closed) => `c.status in (select name from case_statuses where closed = ${closed}::boolean)`,
  resolution: (names) => `c.resolution = any(${names}::text[])`,
  typeCode: (codes) => `c.type_code = any(${codes}::text[])`,
  categoryCode: (codes) => `c.category_code = any(${codes}::text[])`,
  assignedToMe: (mine) =>
    `(c.assignee_id is not distinct from v.person_id and v.login = 'OPERATOR') = ${mine}::boolean`,
  assigneeEmail: (key) =>
    `c.assignee_id = (select id from persons where kind = 'OPERATOR' and email_key = ${key}::text)`,
  unassigned: (open) => `(c.assignee_id is null and c.group_id is null) = ${open}::boolean`,
  groupName: (names) => `c.group_id = any(array(select id from operator_groups where name = any(${names}::text[])))`,
  partyEmail: (key) => `c.party_id = (select id from persons where kind = 'PARTY' and email_key = ${key}::text)`,
  createdAfter: (time) => `c.created_at > ${time}::timestamptz`,
  createdBefore: (time) => `c.created_at < ${time}::timestamptz`,
  updatedAfter: (time) => `c.updated_at > ${time}::timestamptz`,
  updatedBefore: (time) => `c.updated_at < ${time}::timestamptz`,
  text: (words) => `c.id in (
    select m.case_id
    from case_comments m
    where to_tsvector('simple', m.text) @@ websearch_to_tsquery('simple', ${words}::text)
      and m.removed_version is null and (v.login = 'OPERATOR' or not m.internal))`,
}

/** The SQL conditions of the filters that are set, and their parameters, which start at `$first`. */
export function filterConditions(filter: CaseFilter, first: number): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = []
  const sql: string[] = []
  for (const [name, condition] of Object.entries(conditions) as [keyof CaseFilter, Condition][]) {
    const value = filter[name]
    if (value === null || value === undefined) continue
    sql.push(condition(`$${first + values.length}`))
    values.push(parameterOf(name, value))
  }
  return { conditions: sql, values }
}

/** Text that PostgreSQL rejects as a parameter equals nothing that is stored, like the empty text. */
function parameterOf(name: keyof CaseFilter, value: NonNullable<CaseFilter[keyof CaseFilter]>): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return searchableText(name.endsWith('Email') ? emailKey(value) : value) ?? ''
  return value.map((text) => searchableText(text) ?? '')
}
