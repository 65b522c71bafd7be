import type { Viewer } from '../../viewer/viewer.ts'
import {
  activeResolutions,
  availableTypeCategories,
  followingStatuses,
  offeredTo,
} from '../../catalogue/available.rules.ts'
import {
  type Catalogue,
  type CaseResolution,
  type CaseStatus,
  type TypeCategory,
  typeCategoryKey,
} from '../../catalogue/catalogue.ts'
import type { CaseRow } from '../case-facts.ts'

/** The statuses that updateCase accepts for the case: its own, and those that may follow. */
export function availableStatuses(current: CaseRow, catalogue: Catalogue, { login }: Viewer): CaseStatus[] {
  const following = offeredTo(login, followingStatuses(current.status, catalogue))
  return withCurrent(catalogue.statuses.get(current.status), following)
}

/** The resolutions that updateCase accepts for the case: its own, and the active ones. */
export function availableResolutions(current: CaseRow, catalogue: Catalogue, { login }: Viewer): CaseResolution[] {
  return withCurrent(catalogue.resolutions.get(current.resolution), offeredTo(login, activeResolutions(catalogue)))
}

/** The type categories that updateCase accepts for the case: its own, and those that it may move into. */
export function availableMoves(current: CaseRow, catalogue: Catalogue, viewer: Viewer): TypeCategory[] {
  const own = catalogue.typeCategories.get(typeCategoryKey(current))
  return withCurrent(own, availableTypeCategories(viewer.touchpointCode, catalogue))
}

function withCurrent<Value>(own: Value | undefined, others: readonly Value[]): Value[] {
  return [...(own === undefined || others.includes(own) ? [] : [own]), ...others]
}
