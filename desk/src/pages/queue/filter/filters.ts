import { unmask } from '../../../gql'
import type { CaseFilter, CaseOrder } from '../../../gql/graphql'
import { partsOf } from '../../../cases/change/assignee-input'
import { dayText, startOfDay } from '../../../ui/display/instant'
import { TypeCategory } from '../../../ui/form/inputs/select-options'
import { valuesThat } from '../../../ui/words/case-values'
import type { Viewer } from '../../../session/viewer'

export const orders: Record<CaseOrder, string> = {
  UPDATED_DESC: 'Changed last',
  UPDATED_ASC: 'Changed first',
  CREATED_DESC: 'Newest',
  CREATED_ASC: 'Oldest',
  WAITING_LONGEST: 'Waiting longest',
  BEST_FIRST: 'Best match',
  DUE_FIRST: 'Due next',
}

/** What an order also leaves out. */
const orderTexts = new Map<string | null, string>([
  ['WAITING_LONGEST', 'Waits for an answer'],
  ['DUE_FIRST', 'Has a deadline'],
])

/** The days that lists are filtered by, as the address names them. */
export const days = {
  createdFrom: 'Created from',
  createdTo: 'Created to',
  changedFrom: 'Changed from',
  changedTo: 'Changed to',
} as const

/** The filters that the address contains, so that a filtered queue can be bookmarked. */
export function filterFrom(
  parameters: URLSearchParams,
  { groups }: Viewer,
): { filter: CaseFilter; orderBy: CaseOrder } {
  const status = parameters.get('status') ?? 'open'
  const statuses = chosenStatuses(parameters)
  const assigned = parameters.get('assigned') ?? ''
  const [kind, name] = partsOf(assigned)
  const type = parameters.get('type')
  const order = parameters.get('order')
  const filter: CaseFilter = {
    ...(status === 'open' || status === 'closed' ? { closed: status === 'closed' } : {}),
    ...(statuses.length > 0 && { status: statuses }),
    ...(parameters.has('unread') && { unread: true }),
    ...(assigned === 'me' && { assignedToMe: true }),
    ...(assigned === 'nobody' && { unassigned: true }),
    ...(assigned === 'groups' && { groupName: groups.map(({ name }) => name) }),
    ...(kind === 'group' && { groupName: [name] }),
    ...(kind === 'operator' && { assigneeEmail: name }),
    ...(type && { typeCode: [type] }),
    ...(parameters.has('tag') && { tag: parameters.getAll('tag') }),
    ...Object.fromEntries(chosenValues(parameters).map(({ name, chosen }) => [name, [chosen]])),
    ...(parameters.has('customer') && { partyEmail: parameters.get('customer') }),
    ...(parameters.has('text') && { search: parameters.get('text') }),
    ...timesFrom(parameters),
  }
  return { filter, orderBy: orderFrom(order, parameters.has('text')) }
}

/** The best cases of a search come first, unless another order was chosen. */
function orderFrom(order: string | null, isSearch: boolean): CaseOrder {
  if (isIn(orders, order) && (order !== 'BEST_FIRST' || isSearch)) return order
  return isSearch ? 'BEST_FIRST' : 'UPDATED_DESC'
}

/** The statuses that are chosen by their names. */
export function chosenStatuses(parameters: URLSearchParams): string[] {
  return parameters.getAll('status').flatMap((status) => (status.startsWith('name:') ? [status.slice(5)] : []))
}

/** The days of the address as times in the viewer's time zone. The service leaves out the times themselves. */
function timesFrom(
  parameters: URLSearchParams,
): Pick<CaseFilter, 'createdAfter' | 'createdBefore' | 'updatedAfter' | 'updatedBefore'> {
  const before = (name: keyof typeof days) => startOfDay(parameters.get(name) ?? '', 0, -1)
  const after = (name: keyof typeof days) => startOfDay(parameters.get(name) ?? '', 1, 0)
  const times = {
    createdAfter: before('createdFrom'),
    createdBefore: after('createdTo'),
    updatedAfter: before('changedFrom'),
    updatedBefore: after('changedTo'),
  }
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== null))
}

/** The values of cases that the list is filtered by. */
function chosenValues(parameters: URLSearchParams) {
  return valuesThat('isFilter').flatMap(([name, { label, names = {} }]) => {
    const chosen = parameters.get(name)
    return isIn(names, chosen) ? [{ name, chosen, text: `${label}: ${names[chosen]}` }] : []
  })
}

function isIn<Name extends string>(names: Record<Name, string>, name: string | null): name is Name {
  return name !== null && name in names
}

/** A filter in words, and the address without it. */
interface Chip {
  text: string
  without: string
}

/** The filters that are in effect. */
export function chipsOf(
  parameters: URLSearchParams,
  viewer: Viewer,
  tags: readonly { code: string; label: string }[],
): Chip[] {
  const get = (name: string) => parameters.get(name)
  const [assigned, type] = [get('assigned'), get('type')]
  const texts: (readonly [name: string, text: string | false | null, value?: string])[] = [
    ['text', parameters.has('text') && `Words: ${get('text')}`],
    ['customer', parameters.has('customer') && `Customer: ${get('customer')}`],
    ...statusTexts(parameters),
    ['unread', parameters.has('unread') && 'Unread'],
    ['assigned', assigned && `Assigned to: ${assignedText(assigned)}`],
    ['type', type && `Type: ${typesOf(viewer).get(type) ?? type}`],
    ...parameters
      .getAll('tag')
      .map((code) => ['tag', `Tag: ${tags.find((tag) => tag.code === code)?.label ?? code}`, code] as const),
    ...chosenValues(parameters).map(({ name, text }) => [name, text] as const),
    ...Object.entries(days).map(([name, label]) => [name, get(name) && `${label} ${dayText(get(name)!)}`] as const),
    ['order', orderTexts.get(get('order')) ?? null],
  ]
  return texts.flatMap(([name, text, value]) => {
    if (!text) return []
    const without = new URLSearchParams(parameters)
    without.delete(name, value)
    // Without a status in the address, the open cases are listed.
    if (name === 'status' && !without.has('status')) without.set('status', 'any')
    return { text, without: without.toString() }
  })
}

function statusTexts(parameters: URLSearchParams): ['status', string, string?][] {
  const names = chosenStatuses(parameters)
  const status = parameters.get('status') ?? 'open'
  if (names.length > 0) return names.map((name) => ['status', `Status: ${name}`, `name:${name}`])
  return status === 'any' ? [] : [['status', `Status: ${status}`]]
}

/** Whom the cases are assigned to, in words. */
export function assignedText(assigned: string): string {
  return assigned === 'groups' ? 'my groups' : partsOf(assigned)[1] || assigned
}

/** The names of the types that the viewer can choose, by their codes. */
export function typesOf({ typeCategories }: Viewer): Map<string, string> {
  return new Map(
    unmask(TypeCategory, typeCategories).map(({ caseTypeCode, caseTypeName }) => [caseTypeCode, caseTypeName]),
  )
}
