import { typed } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import { type Affected, affectedBy, type Count, type Counted, type Impact, impactOf } from './impact.rules.ts'
import type { Change } from '../plan/changes.ts'
import type { Plan } from '../plan/plan-configuration.ts'

const ofText = { key: 'text', status: typed<string | null>('text | null'), count: 'bigint' } as const
const ofId = { ...ofText, key: 'bigint' } as const
// The columns are nullable, and the conditions exclude null.
const ofAssigned = { ...ofText, key: 'bigint | null' } as const

// Each reads an index only: those of cases by status and resolution, by type, category and status, and by assignment.
const countStatements = {
  status: statement(
    'select c.status as key, c.status, count(*) as count from cases c where c.status = any($1::text[]) group by c.status',
    ofText,
  ),
  resolution: statement(
    `
  select c.resolution as key, c.status, count(*) as count
  from case_statuses s
  join cases c on c.status = s.name and c.resolution = any($1::text[])
  group by c.resolution, c.status`,
    ofText,
  ),
  type: statement(
    `
  select c.type_code as key, c.status, count(*) as count
  from cases c
  where c.type_code = any($1::text[])
  group by c.type_code, c.status`,
    ofText,
  ),
  category: statement(
    `
  select t.category_code as key, c.status, count(*) as count
  from case_type_categories t
  join cases c on c.type_code = t.type_code and c.category_code = t.category_code
  where t.category_code = any($1::text[])
  group by t.category_code, c.status`,
    ofText,
  ),
  typeCategory: statement(
    `
  select k.ordinal::text as key, c.status, count(*) as count
  from unnest($1::text[], $2::text[]) with ordinality as k (type_code, category_code, ordinal)
  join cases c on c.type_code = k.type_code and c.category_code = k.category_code
  group by k.ordinal, c.status`,
    ofText,
  ),
  assignee: statement(
    `
  select c.assignee_id as key, c.status, count(*) as count
  from cases c
  where c.assignee_id = any($1::bigint[])
  group by c.assignee_id, c.status`,
    ofAssigned,
  ),
  group: statement(
    `
  select c.group_id as key, c.status, count(*) as count
  from cases c
  where c.group_id = any($1::bigint[]) and c.assignee_id is null
  group by c.group_id, c.status`,
    ofAssigned,
  ),
  person: statement(
    `
  select v.person_id as key, null as status, count(*) as count
  from live_sessions v
  where v.person_id = any($1::bigint[])
  group by v.person_id`,
    ofId,
  ),
}

/** What each item of a plan affects, by entity. One statement for each kind of count. */
export async function impactsOf(
  db: Queryable,
  { planned, configuration: { catalogue } }: Plan,
  changes: ReadonlyMap<object, Change>,
): Promise<Map<object, Impact[]>> {
  const changed = planned.flatMap(({ entity }) => changes.get(entity) ?? [])
  const affected = Map.groupBy(changed.flatMap(affectedBy), ({ counted }) => counted)
  const impacts = new Map<object, Impact[]>()
  for (const [counted, group] of affected) {
    const counts = Map.groupBy(await count(db, counted, group), ({ key }) => key)
    for (const [index, each] of group.entries()) {
      const key = counted === 'typeCategory' ? String(index + 1) : each.key
      const found = impactOf(each, counts.get(key) ?? [], catalogue)
      impacts.set(each.entity, [...(impacts.get(each.entity) ?? []), ...found])
    }
  }
  return impacts
}

function count(db: Queryable, counted: Counted, affected: readonly Affected[]): Promise<Count[]> {
  const keys = affected.map(({ key }) => key)
  if (counted !== 'typeCategory') return db.run<Count>(countStatements[counted], [keys])
  const codes = keys.map((key) => String(key).split('\0'))
  return db.run(countStatements.typeCategory, [codes.map(([type]) => type), codes.map(([, category]) => category)])
}
