import type { Planned } from '../plan/plan-items.ts'
import type { StoredConfiguration } from '../stored/state.ts'

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
  planned: Planned
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

/** What the changes affect, if there are such cases and sessions. New items affect nothing. */
export function affectedBy(planned: readonly Planned[]): Affected[] {
  return planned.flatMap((each) => {
    const { item, stored, ref, values, deltas } = each
    if (!stored || each.differences.length === 0) return []
    const becomes = (name: string, to: boolean) => stored.values[name] !== to && values[name] === to
    const affects = (counted: Counted, texts: Texts): Affected[] => [
      { planned: each, counted, key: ref?.id ?? item.key, texts },
    ]
    const isDeactivated = becomes('active', false)
    switch (item.section) {
      case 'statuses':
        if (isDeactivated) return affects('status', has('status'))
        if (becomes('closed', false)) return affects('status', becomesOpen)
        return becomes('closed', true) ? affects('status', becomesClosed) : []
      case 'resolutions':
        return isDeactivated ? affects('resolution', has('resolution')) : []
      case 'types':
        if (isDeactivated) return affects('type', has('type'))
        return deltas.fields ? affects('type', newFields) : []
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
      default:
        return []
    }
  })
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
  { items: { statuses } }: StoredConfiguration,
): Impact[] {
  const isClosed = ({ status }: Count) => status !== null && statuses.get(status)?.values['closed'] === true
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
