import type { Queryable } from '../../database/statements/statement.ts'
import type { Section } from '../items/sections.ts'
import type { Change } from './changes.ts'
import { type Count, countStatements } from './impact-counts.ts'
import { lostCases } from './lost-access.ts'
import { primaryKeyOf } from './managed-configuration.ts'
import type { Plan } from './references.rules.ts'

/** Cases or sessions that a change affects. They do not prevent it. */
export interface Impact {
  kind: 'OPEN_CASES' | 'CLOSED_CASES' | 'SESSIONS' | 'ASSIGNED_CASES' | 'STORED_VALUES' | 'LOST_ACCESS'
  /** At least 1. */
  count: number
  message: string
}

/** A change, what of it is counted, and what becomes of that. In brackets: of one, and of several. */
type Effect = readonly [change: string, counted: keyof typeof countStatements, text: string]

const isRejected = 'of this person [is|are] rejected.'
const staysAssigned = (to: string) => `[is|are] assigned to this ${to}. [It stays|They stay] assigned.`
const shows = '[shows|show] the new name from now on.'
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
    ['name', 'type', `[has|have] this type. [It|They] ${shows}`],
  ],
  categories: [
    ['system=true', 'category', '[has|have] this category. [It|They] can no longer be changed.'],
    ['active=false', 'category', keeps('category')],
    ['name', 'category', `[has|have] this category. [It|They] ${shows}`],
  ],
  typeCategories: [['active=false', 'typeCategory', keeps('type category')]],
  tags: [['active=false', 'tag', keeps('tag')]],
  groups: [
    ['active=false', 'group', staysAssigned('group')],
    ['name', 'group', `[is|are] assigned to this group. [It|They] ${shows}`],
  ],
  persons: [
    ['active=false', 'person', isRejected],
    ['active=false', 'assignee', staysAssigned('operator')],
    ['blocked=true', 'person', isRejected],
    ['blocked=true', 'assignee', staysAssigned('operator')],
  ],
}

/** What is counted for an item, by the key of the item or of what it loses. New items affect nothing. */
function countsOf({ section, entity, isNew, differences }: Change): { key: string; effect: Effect }[] {
  if (isNew) return []
  const made = new Set(differences.flatMap(({ path, to }) => [String(path[0]), `${path.join()}=${to}`]))
  const possible = (effects[section] ?? []).filter(([change]) => made.has(change))
  const first = possible.filter(([change]) => change === possible[0]?.[0])
  return [
    ...first.map((effect) => ({ key: keyOf(entity), effect })),
    ...removalsOf(section, entity, differences),
    ...deadlinesOf(section, entity, differences),
  ]
}

function* removalsOf(section: Section, entity: Change['entity'], differences: Change['differences']) {
  const removed = differences
    .filter(({ path: [member, , ...ofElement], to }) => member === 'fields' && ofElement.length === 0 && to === null)
    .map(({ path }) => String(path[1]))
  if (section === 'types' && removed.length > 0) {
    const text = `[has|have] a value for ${removed.join(', ')}. [It loses|They lose] it the next time [its|their] case data is sent.`
    yield { key: JSON.stringify([keyOf(entity), ...removed]), effect: ['fields', 'values', text] as const }
  }
  const codes = differences.filter(isGrantLost).map(({ path: [, typeCode, categoryCode] }) => [typeCode, categoryCode])
  if (section === 'touchpoints' && codes.length > 0) {
    const text =
      'could be seen and changed by all operators at this touchpoint. From now on, [it follows|they follow] the types and groups of each operator.'
    yield { key: JSON.stringify(codes), effect: ['typeCategories', 'granted', text] as const }
  }
}

/** The members of items that deadlines follow from, and what is counted for them. */
const ofDeadlines: Partial<
  Record<Section, readonly [members: readonly string[], counted: keyof typeof countStatements]>
> = {
  calendars: [['timeZone', 'hours', 'holidays'], 'calendar'],
  slaPolicies: [['calendarCode', 'goals'], 'slaPolicy'],
  statuses: [['closed', 'pausesSla'], 'statusWithPolicy'],
  typeCategories: [['slaPolicyCode'], 'deadlinesOf'],
}

function* deadlinesOf(section: Section, entity: Change['entity'], differences: Change['differences']) {
  const [members, counted] = ofDeadlines[section] ?? []
  const changed = differences.find(({ path: [member] }) => members?.includes(String(member)))
  if (!changed || !counted) return
  yield { key: keyOf(entity), effect: [String(changed.path[0]), counted, '[gets|get] other deadlines.'] as const }
}

function isGrantLost({ path: [member, , , value], from, to }: Change['differences'][number]): boolean {
  if (member !== 'typeCategories') return false
  return value === undefined
    ? to === null && (from as { modifyCases: boolean }).modifyCases
    : from === true && to === false
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
    return change ? countsOf(change).map((counted) => ({ entity, ...counted })) : []
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
  for (const [entity, count] of await lostCases(db, changes)) {
    const text = 'can no longer be seen by operators who see [it|them] now.'
    impacts.set(entity, [...(impacts.get(entity) ?? []), ...described('LOST_ACCESS', count, 'open case', text)])
  }
  return impacts
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

/** What the counts of cases and sessions other than those by status are called. */
const kinds: Partial<Record<keyof typeof countStatements, [kind: Impact['kind'], noun: string]>> = {
  person: ['SESSIONS', 'session'],
  assignee: ['ASSIGNED_CASES', 'open case'],
  group: ['ASSIGNED_CASES', 'open case'],
  granted: ['LOST_ACCESS', 'open case'],
  values: ['STORED_VALUES', 'case'],
  slaPolicy: ['OPEN_CASES', 'open case'],
  calendar: ['OPEN_CASES', 'open case'],
  statusWithPolicy: ['OPEN_CASES', 'open case'],
  deadlinesOf: ['OPEN_CASES', 'open case'],
}

function impactOf([, counted, text]: Effect, open: number, closed: number): Impact[] {
  const [kind, noun] = kinds[counted] ?? ['OPEN_CASES', 'open case']
  const ofClosed = kinds[counted] ? [] : described('CLOSED_CASES', closed, 'closed case', text)
  return [...described(kind, open, noun, text), ...ofClosed]
}

function described(kind: Impact['kind'], count: number, noun: string, text: string): Impact[] {
  const message = `${count} ${noun}[|s] ${text}`.replaceAll(/\[(.*?)\|(.*?)\]/g, count === 1 ? '$1' : '$2')
  return count === 0 ? [] : [{ kind, count, message }]
}
