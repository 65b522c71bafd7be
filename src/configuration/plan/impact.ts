import type { Queryable } from '../../database/statements/statement.ts'
import type { Section } from '../items/sections.ts'
import type { Change } from './changes.ts'
import { type Count, countStatements, type Impact } from './impact-counts.ts'
import { lostCases } from './lost-access.ts'
import { primaryKeyOf } from './managed-configuration.ts'
import type { Plan } from './references.rules.ts'

/** A change, what of it is counted, and what becomes of that. In brackets: of one, and of several. */
type Effect = readonly [change: string, counted: keyof typeof countStatements, text: string]

const isRejected = 'of this person [is|are] rejected.'
const staysAssigned = (to: string) => `[is|are] assigned to this ${to}. [It stays|They stay] assigned.`
const shows = '[shows|show] the new name from now on.'
const keeps = (what: string) => `[has|have] this ${what}. [It keeps|They keep] it.`

const otherDeadlines = (counted: keyof typeof countStatements, ...members: string[]) =>
  members.map((member): Effect => [member, counted, '[gets|get] other deadlines.'])

/** Lists of effects. In each, the first change that is made counts. */
const effects: Partial<Record<Section, readonly (readonly Effect[])[]>> = {
  statuses: [
    [
      ['active=false', 'status', keeps('status')],
      ['closed=true', 'status', '[has|have] this status. [It counts|They count] as closed.'],
      ['closed=false', 'status', '[has|have] this status. [It no longer counts|They no longer count] as closed.'],
    ],
    otherDeadlines('statusWithPolicy', 'closed', 'pausesSla'),
  ],
  resolutions: [[['active=false', 'resolution', keeps('resolution')]]],
  types: [
    [
      ['active=false', 'type', keeps('type')],
      ['fields', 'type', '[has|have] this type. The new fields apply the next time [its|their] case data is sent.'],
      ['name', 'type', `[has|have] this type. [It|They] ${shows}`],
    ],
  ],
  categories: [
    [
      ['system=true', 'category', '[has|have] this category. [It|They] can no longer be changed.'],
      ['active=false', 'category', keeps('category')],
      ['name', 'category', `[has|have] this category. [It|They] ${shows}`],
    ],
  ],
  typeCategories: [
    [['active=false', 'typeCategory', keeps('type category')]],
    otherDeadlines('deadlinesOf', 'slaPolicyCode'),
  ],
  calendars: [otherDeadlines('calendar', 'timeZone', 'hours', 'holidays')],
  slaPolicies: [otherDeadlines('slaPolicy', 'calendarCode', 'goals')],
  tags: [[['active=false', 'tag', keeps('tag')]]],
  groups: [
    [
      ['active=false', 'group', staysAssigned('group')],
      ['name', 'group', `[is|are] assigned to this group. [It|They] ${shows}`],
    ],
  ],
  persons: [
    [
      ['active=false', 'person', isRejected],
      ['active=false', 'assignee', staysAssigned('operator')],
      ['blocked=true', 'person', isRejected],
      ['blocked=true', 'assignee', staysAssigned('operator')],
    ],
  ],
}

/** What is counted for an item, by the key of the item or of what it loses. New items affect nothing. */
function countsOf({ section, entity, isNew, differences }: Change): { key: string; effect: Effect }[] {
  if (isNew) return []
  const made = new Set(differences.flatMap(({ path, to }) => [String(path[0]), `${path.join()}=${to}`]))
  const counted = (effects[section] ?? []).flatMap((list) => {
    const possible = list.filter(([change]) => made.has(change))
    return possible.filter(([change]) => change === possible[0]?.[0])
  })
  return [...counted.map((effect) => ({ key: keyOf(entity), effect })), ...removalsOf(section, entity, differences)]
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
    const { statement, kind, noun, withClosed } = countStatements[counted]
    const rows = await db.run(statement, [group.map(({ key }) => key)])
    const counts = Map.groupBy(rows, ({ key }) => key)
    for (const { entity, key, effect } of group) {
      const [, , text] = effect
      const found = counts.get(key) ?? []
      add(entity, kind, sum(found.filter((each) => !isClosed(each))), noun, text)
      if (withClosed) add(entity, 'CLOSED_CASES', sum(found.filter(isClosed)), 'closed case', text)
    }
  }
  for (const [entity, count] of await lostCases(db, changes)) {
    add(entity, 'LOST_ACCESS', count, 'open case', 'can no longer be seen by operators who see [it|them] now.')
  }
  return impacts

  function add(entity: object, kind: Impact['kind'], count: number, noun: string, text: string): void {
    if (count === 0) return
    const message = `${count} ${noun}[|s] ${text}`.replaceAll(/\[(.*?)\|(.*?)\]/g, count === 1 ? '$1' : '$2')
    impacts.set(entity, [...(impacts.get(entity) ?? []), { kind, count, message }])
  }
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
