import { typed } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { Change } from './changes.ts'
import { identityOf } from './managed-configuration.ts'
import type { Plan } from './plan-configuration.ts'

/** Cases or sessions that a change affects. They do not prevent it. */
export interface Impact {
  kind: 'OPEN_CASES' | 'CLOSED_CASES' | 'SESSIONS' | 'ASSIGNED_CASES'
  /** At least 1. */
  count: number
  message: string
}

const ofText = { key: 'text', status: typed<string | null>('text | null'), count: 'bigint' } as const
const ofId = { ...ofText, key: 'bigint' } as const
// The columns are nullable, and the conditions exclude null.
const ofAssigned = { ...ofText, key: 'bigint | null' } as const

const casesBy = (column: string, keys: string, condition = '') =>
  `select c.${column} as key, c.status, count(*) as count
  from cases c
  where c.${column} = any($1::${keys})${condition}
  group by c.${column}, c.status`

// $1: the keys of items. Each reads an index only: those of cases by status and resolution, by type, category and status, and by
// assignment. Sessions have no status.
const countStatements = {
  status: statement(casesBy('status', 'text[]'), ofText),
  resolution: statement(
    `
  select c.resolution as key, c.status, count(*) as count
  from case_statuses s
  join cases c on c.status = s.name and c.resolution = any($1::text[])
  group by c.resolution, c.status`,
    ofText,
  ),
  type: statement(casesBy('type_code', 'text[]'), ofText),
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
  select k.codes as key, c.status, count(*) as count
  from unnest($1::text[]) as k (codes)
  join cases c on c.type_code = k.codes::jsonb ->> 0 and c.category_code = k.codes::jsonb ->> 1
  group by k.codes, c.status`,
    ofText,
  ),
  assignee: statement(casesBy('assignee_id', 'bigint[]'), ofAssigned),
  group: statement(casesBy('group_id', 'bigint[]', ' and c.assignee_id is null'), ofAssigned),
  person: statement(
    `
  select v.person_id as key, null as status, count(*) as count
  from live_sessions v
  where v.person_id = any($1::bigint[])
  group by v.person_id`,
    ofId,
  ),
}

/** A number of cases with a status, or of sessions. */
interface Count {
  key: string | number | null
  status: string | null
  count: number
}

/** What is counted, and what becomes of it: of one and of several. */
type Effect = readonly [counted: keyof typeof countStatements, one: string, several: string]

const keeps = (counted: Effect[0], what: string): Effect => [
  counted,
  `has this ${what}. It keeps it.`,
  `have this ${what}. They keep it.`,
]
const staysAssigned = (counted: Effect[0], to: string): Effect => [
  counted,
  `is assigned to this ${to}. It stays assigned.`,
  `are assigned to this ${to}. They stay assigned.`,
]

/** What a change affects, if there are such cases and sessions. New items affect nothing. */
function effectsOf({ section, isNew, differences }: Change): Effect[] {
  if (isNew) return []
  const becomes = (name: string, value: boolean) =>
    differences.some(({ path, to }) => path.length === 1 && path[0] === name && to === value)
  const isDeactivated = becomes('active', false)
  switch (section) {
    case 'statuses': {
      if (isDeactivated) return [keeps('status', 'status')]
      const [one, several] = ['has this status. It', 'have this status. They']
      if (becomes('closed', true)) return [['status', `${one} counts as closed.`, `${several} count as closed.`]]
      if (!becomes('closed', false)) return []
      return [['status', `${one} no longer counts as closed.`, `${several} no longer count as closed.`]]
    }
    case 'resolutions':
      return isDeactivated ? [keeps('resolution', 'resolution')] : []
    case 'types': {
      if (isDeactivated) return [keeps('type', 'type')]
      if (!differences.some(({ path: [list] }) => list === 'fields')) return []
      const text = 'this type. The new fields apply the next time'
      return [['type', `has ${text} its case data is sent.`, `have ${text} their case data is sent.`]]
    }
    case 'categories': {
      if (!becomes('system', true)) return isDeactivated ? [keeps('category', 'category')] : []
      const text = 'can no longer be changed.'
      return [['category', `has this category. It ${text}`, `have this category. They ${text}`]]
    }
    case 'typeCategories':
      return isDeactivated ? [keeps('typeCategory', 'type category')] : []
    case 'groups':
      return isDeactivated ? [staysAssigned('group', 'group')] : []
    case 'persons':
      if (!isDeactivated && !becomes('blocked', true)) return []
      return [
        ['person', 'of this person is rejected.', 'of this person are rejected.'],
        staysAssigned('assignee', 'operator'),
      ]
    case 'touchpoints':
      return []
  }
}

function keyOf(entity: Change['entity']): string | number {
  const identity = identityOf(entity)
  return identity.length === 1 ? identity[0] : JSON.stringify(identity)
}

/** What each item of a plan affects, by entity. Counts of zero are left out. One statement for each kind of count. */
export async function impactsOf(
  db: Queryable,
  { planned, configuration: { catalogue } }: Plan,
  changes: ReadonlyMap<object, Change>,
): Promise<Map<object, Impact[]>> {
  const changed = planned.flatMap(({ entity }) => changes.get(entity) ?? [])
  const affected = changed.flatMap((change) =>
    effectsOf(change).map((effect) => ({ entity: change.entity, key: keyOf(change.entity), effect })),
  )
  const isClosed = ({ status }: Count) => status !== null && catalogue.statuses.get(status)?.closed === true
  const impacts = new Map<object, Impact[]>()
  for (const [counted, group] of Map.groupBy(affected, ({ effect: [counted] }) => counted)) {
    const rows = await db.run<Count>(countStatements[counted], [group.map(({ key }) => key)])
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

function impactOf([counted, one, several]: Effect, open: number, closed: number): Impact[] {
  const describe = (kind: Impact['kind'], count: number, noun: string): Impact[] =>
    count === 0 ? [] : [{ kind, count, message: count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${several}` }]
  if (counted === 'person') return describe('SESSIONS', open, 'session')
  if (counted === 'assignee' || counted === 'group') return describe('ASSIGNED_CASES', open, 'open case')
  return [...describe('OPEN_CASES', open, 'open case'), ...describe('CLOSED_CASES', closed, 'closed case')]
}
