import type { CaseResolution, CaseStatus } from '../../catalogue/catalogue.ts'
import { catalogueOf } from '../../catalogue/catalogue-of.ts'
import { type CaseTypeCategory, toRecord } from '../../catalogue/lookup.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { availableMoves, availableResolutions, availableStatuses } from './available-values.rules.ts'
import type { CaseRow } from '../case-facts.ts'
import { permissionsOf } from '../access/case-permissions.ts'

export interface AvailableValues {
  statuses: CaseStatus[]
  resolutions: CaseResolution[]
  typeCategories: CaseTypeCategory[]
}

/** What updateCase accepts for the case now. Nothing if the caller may not update it. */
export async function availableValues(context: AuthenticatedContext, row: CaseRow): Promise<AvailableValues> {
  const { update } = await permissionsOf(context, row)
  if (!update.allowed) return { statuses: [], resolutions: [], typeCategories: [] }
  const catalogue = await catalogueOf(context)
  return {
    get statuses() {
      return availableStatuses(row, catalogue)
    },
    get resolutions() {
      return availableResolutions(row, catalogue)
    },
    get typeCategories() {
      return availableMoves(context.viewer, row, catalogue).map(toRecord)
    },
  }
}
