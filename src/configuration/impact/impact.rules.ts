import { typeCategoryKey } from '../../catalogue/type-category-key.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Change } from '../plan/changes.ts'

export type ImpactKind = 'OPEN_CASES' | 'CLOSED_CASES' | 'SESSIONS' | 'ASSIGNED_CASES'

/** Cases or sessions that a change affects. They do not prevent it. */
export interface Impact {
  kind: ImpactKind
  /** At least 1. */
  count: number
  message: string
}

/** What is counted: the cases or sessions that have something in common with an item. */
export type Counted = 'status' | 'resolution' | 'type' | 'category' | 'typeCategory' | 'assignee' | 'group' | 'person'

/** A group of cases or sessions that a change of an item affects. */
export interface Affected {
  entity: object
  counted: Counted
  key: string | number
  /** What they are, and what becomes of them: of one and of several. */
  texts: Texts
}

type Texts = readonly [one: string, several: string]

const has = (what: string): Texts => [`has this ${what}. It keeps it.`, `have this ${what}. They keep it.`]
const assigned = (to: string): Texts => [
  `is assigned to this ${to}. It stays assigned.`,
  `are assigned to this ${to}. They stay assigned.`,
]
const becomesClosed: Texts = ['has this status. It counts as closed.', 'have this status. They count as closed.']
const becomesOpen: Texts = [
  'has this status. It no longer counts as closed.',
  'have this status. They no longer count as closed.',
]
const becomesSystem: Texts = [
  'has this category. It can no longer be changed.',
  'have this category. They can no longer be changed.',
]
const newFields: Texts = [
  'has this type. The new fields apply the next time its case data is sent.',
  'have this type. The new fields apply the next time their case data is sent.',
]
const ofPerson: Texts = ['of this person is rejected.', 'of this person are rejected.']

/** What a change affects, if there are such cases and sessions. New items affect nothing. */
export function affectedBy({ entity, section, isNew, differences }: Change): Affected[] {
  if (isNew) return []
  const becomes = (name: string, to: boolean) =>
    differences.some(
      ({ path: [member, element], to: value }) => member === name && element === undefined && value === to,
    )
  const affects = (counted: Counted, texts: Texts): Affected[] => [{ entity, counted, key: keyOf(entity), texts }]
  const isDeactivated = becomes('active', false)
  switch (section) {
    case 'statuses':
      if (isDeactivated) return affects('status', has('status'))
      if (becomes('closed', false)) return affects('status', becomesOpen)
      return becomes('closed', true) ? affects('status', becomesClosed) : []
    case 'resolutions':
      return isDeactivated ? affects('resolution', has('resolution')) : []
    case 'types':
      if (isDeactivated) return affects('type', has('type'))
      return differences.some(({ path: [list] }) => list === 'fields') ? affects('type', newFields) : []
    case 'categories':
      if (becomes('system', true)) return affects('category', becomesSystem)
      return isDeactivated ? affects('category', has('category')) : []
    case 'typeCategories':
      return isDeactivated ? affects('typeCategory', has('type category')) : []
    case 'groups':
      return isDeactivated ? affects('group', assigned('group')) : []
    case 'persons':
      if (!isDeactivated && !becomes('blocked', true)) return []
      return [...affects('person', ofPerson), ...affects('assignee', assigned('operator'))]
    case 'touchpoints':
      return []
  }
}

function keyOf(entity: Change['entity']): string | number {
  if ('id' in entity) return entity.id
  if ('code' in entity) return entity.code
  return 'name' in entity
    ? entity.name
    : typeCategoryKey({ typeCode: entity.type.code, categoryCode: entity.category.code })
}

/** A number of cases with a status, or of sessions, which have none. */
export interface Count {
  key: string | number | null
  status: string | null
  count: number
}

/** What a change affects. Counts of zero are left out. */
export function impactOf(
  { counted, texts: [one, several] }: Affected,
  counts: readonly Count[],
  { statuses }: Catalogue,
): Impact[] {
  const isClosed = ({ status }: Count) => status !== null && statuses.get(status)?.closed === true
  const open = sum(counts.filter((each) => !isClosed(each)))
  const closed = sum(counts.filter(isClosed))
  if (counted === 'person') return describe('SESSIONS', open, 'session')
  if (counted === 'assignee' || counted === 'group') return describe('ASSIGNED_CASES', open, 'open case')
  return [...describe('OPEN_CASES', open, 'open case'), ...describe('CLOSED_CASES', closed, 'closed case')]

  function describe(kind: ImpactKind, count: number, noun: string): Impact[] {
    if (count === 0) return []
    return [{ kind, count, message: count === 1 ? `1 ${noun} ${one}` : `${count} ${noun}s ${several}` }]
  }
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}
