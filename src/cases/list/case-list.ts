import { requireCredentials, requireViewer, type Viewer, worksOnCases } from '../../auth/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { RequestContext } from '../../context.ts'
import type { Page } from '../../database/page.ts'
import { type CaseFilter, filterConditions } from './case-filter.ts'
import { count, type ListedCase, scan, search } from './case-list-statements.ts'
import { type ListAccess, loadListAccess } from './list-scope.ts'

export const caseOrders = ['CREATED_ASC', 'CREATED_DESC', 'UPDATED_ASC', 'UPDATED_DESC'] as const
export type CaseOrder = (typeof caseOrders)[number]

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
  return { ...access, server: context.services.listQueue.limit(tokenHash, access.server) }
}

/** Returns a page of the cases that the viewer may see. */
export async function listCases(
  context: RequestContext,
  access: ListAccess,
  filter: CaseFilter,
  order: CaseOrder,
  { after, before, limit, inverted }: Page,
): Promise<ListedCase[]> {
  const { viewer, server } = access
  if (!worksOnCases(viewer)) return []
  const isAscending = order.endsWith('ASC')
  const [lower, upper] = isAscending ? [after, before] : [before, after]
  const range = [
    lower ? timeOf(lower) : '-infinity',
    lower?.[1] ?? 0,
    upper ? timeOf(upper) : 'infinity',
    upper?.[1] ?? 0,
  ]
  const values: unknown[] = [viewer.personId, viewer.touchpointCode, limit, ...range]
  const catalogue = await context.services.catalogue.at(viewer.revision)
  const conditions = filterConditions(filter, { viewer, catalogue, add: adderTo(values) })
  const reading = {
    time: order.startsWith('CREATED') ? 'created_at' : 'updated_at',
    direction: isAscending !== inverted ? 'asc' : 'desc',
  } as const
  if (!concernsOnePerson(filter, viewer, catalogue)) {
    const page = await server.run(scan(viewer, reading, conditions), values)
    if (page.length === limit) return page
  }
  return server.run(search(access, reading, conditions, values), values)
}

/** Whether the cases are those of one person: they are few, so that a scan would not find them. */
function concernsOnePerson(
  { assignedToMe, assigneeEmail, partyEmail }: CaseFilter,
  { login, touchpointCode }: Viewer,
  { touchpoints }: Catalogue,
): boolean {
  if (assignedToMe === true || assigneeEmail != null || partyEmail != null) return true
  return (
    login === 'PARTY' &&
    !touchpoints
      .get(touchpointCode)
      ?.grants.values()
      .some((mayModify) => mayModify)
  )
}

const adderTo = (values: unknown[]) => (value: unknown) => `$${values.push(value)}`

/** The time of a sort key in ISO 8601, to the microsecond. */
function timeOf([micros = 0]: number[]): string {
  const ms = Math.floor(micros / 1000)
  return new Date(ms).toISOString().replace('Z', `${micros - ms * 1000}`.padStart(3, '0') + 'Z')
}

/** Returns how many cases the viewer may see. */
export async function countCases(context: RequestContext, access: ListAccess, filter: CaseFilter): Promise<number> {
  const { viewer, server } = access
  if (!worksOnCases(viewer)) return 0
  const catalogue = await context.services.catalogue.at(viewer.revision)
  const values: unknown[] = [viewer.personId, viewer.touchpointCode]
  const conditions = filterConditions(filter, { viewer, catalogue, add: adderTo(values) })
  const [row] = await server.run(count(access, conditions, values), values)
  return row?.total ?? 0
}
