import type { Viewer } from '../../viewer/viewer.ts'
import {
  activeResolutions,
  availableTypeCategories as typeCategoriesOf,
  followingStatuses,
  offeredTo,
} from '../../catalogue/available.rules.ts'
import { type Catalogue, typeCategoryKey } from '../../catalogue/catalogue.ts'
import { catalogueOf } from '../../catalogue/catalogue-of.ts'
import { toRecord } from '../../catalogue/lookup/lookup.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { permissionsOf } from '../access/case-permissions.ts'
import type { CaseRow } from '../case-facts.ts'

/** What updateCase accepts for a case now: its own value, and others. Nothing if the caller may not update it. */
const ifUpdatable =
  <Value>(
    read: (current: CaseRow, catalogue: Catalogue, viewer: Viewer) => [own: Value | undefined, others: Value[]],
  ) =>
  async (context: AuthenticatedContext, row: CaseRow): Promise<Value[]> => {
    const { update } = await permissionsOf(context, row)
    if (!update.allowed) return []
    const [own, others] = read(row, await catalogueOf(context), context.viewer)
    return own === undefined || others.includes(own) ? others : [own, ...others]
  }

export const availableStatuses = ifUpdatable(({ status }, catalogue, { login }) => [
  catalogue.statuses.get(status),
  offeredTo(login, followingStatuses(status, catalogue)),
])

export const availableResolutions = ifUpdatable(({ resolution }, catalogue, { login }) => [
  catalogue.resolutions.get(resolution),
  offeredTo(login, activeResolutions(catalogue)),
])

const availableMoves = ifUpdatable((current, catalogue, { touchpointCode }) => [
  catalogue.typeCategories.get(typeCategoryKey(current)),
  typeCategoriesOf(touchpointCode, catalogue),
])

export async function availableTypeCategories(context: AuthenticatedContext, row: CaseRow) {
  return (await availableMoves(context, row)).map(toRecord)
}
