import { unmask } from '../gql'
import type { CaseFilter, CaseOrder } from '../gql/graphql'
import { TypeCategory } from '../form/select-options'
import { valuesThat } from '../words/case-values'
import type { Viewer } from '../session/viewer'

export const orders: Record<CaseOrder, string> = {
  UPDATED_DESC: 'Changed last',
  UPDATED_ASC: 'Changed first',
  CREATED_DESC: 'Newest',
  CREATED_ASC: 'Oldest',
  WAITING_LONGEST: 'Waiting longest',
  BEST_FIRST: 'Best match',
}

/** The filters that the address contains, so that a filtered queue can be bookmarked. */
export function filterFrom(
  parameters: URLSearchParams,
  { groups }: Viewer,
): { filter: CaseFilter; orderBy: CaseOrder } {
  const status = parameters.get('status') ?? 'open'
  const assigned = parameters.get('assigned')
  const type = parameters.get('type')
  const order = parameters.get('order')
  const filter: CaseFilter = {
    ...(status === 'open' || status === 'closed' ? { closed: status === 'closed' } : {}),
    ...(status.startsWith('name:') && { status: [status.slice('name:'.length)] }),
    ...(assigned === 'me' && { assignedToMe: true }),
    ...(assigned === 'nobody' && { unassigned: true }),
    ...(assigned === 'groups' && { groupName: groups.map(({ name }) => name) }),
    ...(assigned?.startsWith('group:') && { groupName: [assigned.slice('group:'.length)] }),
    ...(type && { typeCode: [type] }),
    ...Object.fromEntries(chosenValues(parameters).map(({ name, chosen }) => [name, [chosen]])),
    ...(parameters.has('customer') && { partyEmail: parameters.get('customer') }),
    ...(parameters.has('text') && { search: parameters.get('text') }),
  }
  return { filter, orderBy: orderFrom(order, parameters.has('text')) }
}

/** The best cases of a search come first, unless another order was chosen. */
function orderFrom(order: string | null, isSearch: boolean): CaseOrder {
  if (isIn(orders, order) && (order !== 'BEST_FIRST' || isSearch)) return order
  return isSearch ? 'BEST_FIRST' : 'UPDATED_DESC'
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
export function chipsOf(parameters: URLSearchParams, viewer: Viewer): Chip[] {
  const status = parameters.get('status') ?? 'open'
  const assigned = parameters.get('assigned')
  const type = parameters.get('type')
  const texts: Record<string, string | false | null> = {
    text: parameters.has('text') && `Words: ${parameters.get('text')}`,
    customer: parameters.has('customer') && `Customer: ${parameters.get('customer')}`,
    status: status !== 'any' && `Status: ${status.replace(/^name:/, '')}`,
    assigned: assigned && `Assigned to: ${assignedText(assigned)}`,
    type: type && `Type: ${typesOf(viewer).get(type) ?? type}`,
    ...Object.fromEntries(chosenValues(parameters).map(({ name, text }) => [name, text])),
    order: parameters.get('order') === 'WAITING_LONGEST' && 'Waits for an answer',
  }
  return Object.entries(texts).flatMap(([name, text]) => {
    if (!text) return []
    const without = new URLSearchParams(parameters)
    if (name === 'status') without.set('status', 'any')
    else without.delete(name)
    return { text, without: without.toString() }
  })
}

function assignedText(assigned: string): string {
  return assigned === 'groups' ? 'my groups' : assigned.replace(/^group:/, '')
}

/** The names of the types that the viewer can choose, by their codes. */
export function typesOf({ typeCategories }: Viewer): Map<string, string> {
  return new Map(
    unmask(TypeCategory, typeCategories).map(({ caseTypeCode, caseTypeName }) => [caseTypeCode, caseTypeName]),
  )
}
