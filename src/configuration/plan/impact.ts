import { columns, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { Section } from '../items/sections.ts'
import type { Change } from './changes.ts'
import { primaryKeyOf } from './managed-configuration.ts'
import type { Plan } from './references.rules.ts'

/** Cases or sessions that a change affects. They do not prevent it. */
export interface Impact {
  kind: 'OPEN_CASES' | 'CLOSED_CASES' | 'SESSIONS' | 'ASSIGNED_CASES'
  /** At least 1. */
  count: number
  message: string
}

/** A number of cases with a status, or of sessions. */
const countColumns = columns({ key: 'text', status: 'text | null', count: 'bigint' })
type Count = RowOf<typeof countColumns>

const counting = (sql: string) => statement(sql, countColumns)

const casesBy = (column: string, keys = 'text[]', condition = '') =>
  counting(`
  select c.${column}::text as key, c.status, count(*) as count
  from cases c
  where c.${column} = any($1::${keys})${condition}
  group by c.${column}, c.status`)

// $1: the keys of items. Each reads an index only: those of cases by status and resolution, by type, category and status, and by
// assignment. Sessions have no status.
const countStatements = {
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
  typeCategory: counting(`
  select k.codes as key, c.status, count(*) as count
  from unnest($1::text[]) as k (codes)
  join cases c on c.type_code = k.codes::jsonb ->> 0 and c.category_code = k.codes::jsonb ->> 1
  group by k.codes, c.status`),
  assignee: casesBy('assignee_id', 'bigint[]'),
  group: casesBy('group_id', 'bigint[]', ' and c.assignee_id is null'),
  person: counting(`
  select v.person_id::text as key, null as status, count(*) as count
  from live_sessions v
  where v.person_id = any($1::bigint[])
  group by v.person_id`),
}

/** A change, what of it is counted, and what becomes of that. In brackets: of one, and of several. */
type Effect = readonly [change: string, counted: keyof typeof countStatements, text: string]

const isRejected = 'of this person [is|are] rejected.'
const staysAssigned = (to: string) => `[is|are] assigned to this ${to}. [It stays|They stay] assigned.`
const keeps = (what: string) => `[has|have] this ${what}. [It keeps|They keep] it.`

/** Of several changes of an item, the first one here counts. */
const effects: Partial<Record<Section, readonly Effect[]>> = {
  statuses: [
    ['active=false', 'status', keeps('status')],
    ['closed=true', 'status', '[has|have] this status. [It counts|They count] as closed.'],
    ['closed=false', 'status', '[has|have] this status. [It no longer counts|They no longer count] as closed.'],
  ],
  resolutions: [['active=false', 'resolution', keeps('resolution')]],
  types: [
    ['active=false', 'type', keeps('type')],
    ['fields', 'type', '[has|have] this type. The new fields apply the next time [its|their] case data is sent.'],
  ],
  categories: [
    ['system=true', 'category', '[has|have] this category. [It|They] can no longer be changed.'],
    ['active=false', 'category', keeps('category')],
  ],
  typeCategories: [['active=false', 'typeCategory', keeps('type category')]],
  groups: [['active=false', 'group', staysAssigned('group')]],
  persons: [
    ['active=false', 'person', isRejected],
    ['active=false', 'assignee', staysAssigned('operator')],
    ['blocked=true', 'person', isRejected],
    ['blocked=true', 'assignee', staysAssigned('operator')],
  ],
}

/** New items affect nothing. */
function effectsOf({ section, isNew, differences }: Change): Effect[] {
  const made = new Set(differences.map(({ path, to }) => (path[0] === 'fields' ? 'fields' : `${path.join()}=${to}`)))
  const possible = isNew ? [] : (effects[section] ?? []).filter(([change]) => made.has(change))
  return possible.filter(([change]) => change === possible[0]?.[0])
}

function keyOf(entity: Change['entity']): string {
  const identity = primaryKeyOf(entity)
  return identity.length === 1 ? `${identity[0]}` : JSON.stringify(identity)
}

/** What each item of a plan affects, by entity. Counts of zero are left out. One statement for each kind of count. */
export async function impactsOf(
  db: Queryable,
  { planned, configuration: { catalogue } }: Plan,
  changes: ReadonlyMap<object, Change>,
): Promise<Map<object, Impact[]>> {
  const affected = planned.flatMap(({ entity }) => {
    const change = changes.get(entity)
    return change ? effectsOf(change).map((effect) => ({ entity, key: keyOf(entity), effect })) : []
  })
  const isClosed = ({ status }: Count) => status !== null && catalogue.statuses.get(status)?.closed === true
  const impacts = new Map<object, Impact[]>()
  for (const [counted, group] of Map.groupBy(affected, ({ effect: [, counted] }) => counted)) {
    const rows = await db.run(countStatements[counted], [group.map(({ key }) => key)])
    const counts = Map.groupBy(rows, ({ key }) => key)
    for (const { entity, key, effect } of group) {
      const found = counts.get(key) ?? []
      const open = sum(found.filter((each) => !isClosed(each)))
      const closed = sum(found.filter(isClosed))
      impacts.set(entity, [...(impacts.get(entity) ?? []), ...impactOf(effect, open, closed)])
    }
  }
  return impacts
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

function impactOf([, counted, text]: Effect, open: number, closed: number): Impact[] {
  const describe = (kind: Impact['kind'], count: number, noun: string): Impact[] => {
    const message = `${count} ${noun}[|s] ${text}`.replaceAll(/\[(.*?)\|(.*?)\]/g, count === 1 ? '$1' : '$2')
    return count === 0 ? [] : [{ kind, count, message }]
  }
  if (counted === 'person') return describe('SESSIONS', open, 'session')
  if (counted === 'assignee' || counted === 'group') return describe('ASSIGNED_CASES', open, 'open case')
  return [...describe('OPEN_CASES', open, 'open case'), ...describe('CLOSED_CASES', closed, 'closed case')]
}
