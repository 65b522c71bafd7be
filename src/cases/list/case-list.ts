import { canSeeInternal, requireCredentials, requireViewer, worksOnCases } from '../../viewer/viewer.ts'
import type { RequestContext } from '../../context.ts'
import type { Page } from '../../database/page.ts'
import { type CaseFilter, filterConditions } from './case-filter.ts'
import { count, type ListedCase, type ListViewer, type ReadingOrder, scan, search } from './case-list-statements.ts'
import { type ListAccess, loadListAccess } from './list-scope.ts'

export const caseOrders = [
  'CREATED_ASC',
  'CREATED_DESC',
  'UPDATED_ASC',
  'UPDATED_DESC',
  'WAITING_LONGEST',
  'DUE_FIRST',
] as const
export type CaseOrder = (typeof caseOrders)[number]

/** The times of the orders, and whether the earliest is first. */
const orders: Record<CaseOrder, { time: ReadingOrder['time']; isAscending: boolean }> = {
  CREATED_ASC: { time: 'created_at', isAscending: true },
  CREATED_DESC: { time: 'created_at', isAscending: false },
  UPDATED_ASC: { time: 'updated_at', isAscending: true },
  UPDATED_DESC: { time: 'updated_at', isAscending: false },
  WAITING_LONGEST: { time: 'customer_waiting_since', isAscending: true },
  DUE_FIRST: { time: 'due_at', isAscending: true },
}

/** Parties see neither who waits nor what is due. */
function isListed({ viewer }: ListAccess, order: CaseOrder): boolean {
  const isInternal = order === 'WAITING_LONGEST' || order === 'DUE_FIRST'
  return isInternal ? canSeeInternal(viewer) : worksOnCases(viewer)
}

/** The sort key: the time in microseconds, then the ID. */
export function keyOf({ micros, id }: ListedCase): [number, number] {
  return [micros, id]
}

/**
 * Identifies the caller and sets the context's viewer. The statements of the list wait for those of other lists. Throws
 * UNAUTHENTICATED if the credentials are not accepted.
 */
export async function listAccess(context: RequestContext): Promise<ListAccess> {
  const { tokenHash } = requireCredentials(context)
  const access = requireViewer(context, await loadListAccess(context.services, tokenHash))
  const { services, responseBudget } = context
  return { ...access, server: services.listQueue.limit(tokenHash, access.server, responseBudget) }
}

/** Returns a page of the cases that the viewer may see. */
export async function listCases(
  context: RequestContext,
  access: ListAccess,
  filter: CaseFilter,
  order: CaseOrder,
  { after, before, limit, inverted }: Page,
): Promise<ListedCase[]> {
  if (!isListed(access, order)) return []
  const { time, isAscending } = orders[order]
  const [lower, upper] = isAscending ? [after, before] : [before, after]
  const range = [
    lower ? timeOf(lower) : '-infinity',
    lower?.[1] ?? 0,
    upper ? timeOf(upper) : 'infinity',
    upper?.[1] ?? 0,
  ]
  const { values, viewer, conditions } = await queryOf(context, access, filter, [limit, ...range])
  const reading: ReadingOrder = { time, direction: isAscending !== inverted ? 'asc' : 'desc' }
  if (!isOfFew(filter, viewer)) {
    const page = await access.server.run(scan(viewer, reading, conditions), values)
    if (page.length === limit) return page
  }
  return access.server.run(search(viewer, reading, conditions), values)
}

/** Returns how many cases the list has. */
export async function countCases(
  context: RequestContext,
  access: ListAccess,
  filter: CaseFilter,
  order: CaseOrder,
): Promise<number> {
  if (!isListed(access, order)) return 0
  const { values, viewer, conditions } = await queryOf(context, access, filter, [])
  const [row] = await access.server.run(count(viewer, orders[order].time, conditions), values)
  return row?.total ?? 0
}

/** The parameters of a statement of the list, and the conditions that they are for. */
async function queryOf(
  { services }: RequestContext,
  { viewer, types, groups }: ListAccess,
  filter: CaseFilter,
  page: readonly unknown[],
) {
  const values: unknown[] = [viewer.personId, types, groups, ...page]
  const add = (value: unknown) => `$${values.push(value)}`
  const catalogue = await services.catalogue.at(viewer.revision)
  const modifiable = catalogue.touchpoints.get(viewer.touchpointCode)?.modifiable ?? []
  const granted = modifiable.length > 0 && {
    types: add(modifiable.map(({ type }) => type.code)),
    categories: add(modifiable.map(({ category }) => category.code)),
  }
  const conditions = filterConditions(filter, { viewer, catalogue, add })
  return { values, viewer: { login: viewer.login, granted }, conditions }
}

/** Whether the cases are named or those of one person: they are few, so that a scan would not find them. */
function isOfFew({ id, assignedToMe, assigneeEmail, partyEmail }: CaseFilter, { login, granted }: ListViewer): boolean {
  if (id != null || assignedToMe === true || assigneeEmail != null || partyEmail != null) return true
  return login === 'PARTY' && !granted
}

/** The time of a sort key in ISO 8601, to the microsecond. */
function timeOf([micros = 0]: number[]): string {
  const ms = Math.floor(micros / 1000)
  return new Date(ms).toISOString().replace('Z', `${micros - ms * 1000}`.padStart(3, '0') + 'Z')
}
