import type { Viewer } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { catalogueOf } from '../../catalogue/catalogue-of.ts'
import { toRecord } from '../../catalogue/lookup/lookup.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { permissionsOf } from '../access/case-permissions.ts'
import type { CaseRow } from '../case-facts.ts'
import * as rules from './available-values.rules.ts'

/** What updateCase accepts for a case now. Nothing if the caller may not update it. */
const ifUpdatable =
  <Value>(read: (current: CaseRow, catalogue: Catalogue, viewer: Viewer) => Value[]) =>
  async (context: AuthenticatedContext, row: CaseRow): Promise<Value[]> => {
    const { update } = await permissionsOf(context, row)
    return update.allowed ? read(row, await catalogueOf(context), context.viewer) : []
  }

export const availableStatuses = ifUpdatable(rules.availableStatuses)
export const availableResolutions = ifUpdatable(rules.availableResolutions)
export const availableTypeCategories = ifUpdatable((...args) => rules.availableMoves(...args).map(toRecord))
