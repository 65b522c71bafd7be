import { type Viewer, worksOnCases } from '../auth/viewer.ts'
import { availableTypeCategories } from '../catalogue/available.rules.ts'
import type { Touchpoint } from '../catalogue/catalogue.ts'
import { catalogueOf } from '../catalogue/catalogue-of.ts'
import { type CaseTypeCategory, toRecord } from '../catalogue/lookup.ts'
import type { AuthenticatedContext, RequestContext } from '../context.ts'
import { loadGroupsOfOperator, type OperatorGroup } from './people.ts'

export async function touchpointOf(context: AuthenticatedContext, { touchpointCode }: Viewer): Promise<Touchpoint> {
  return (await catalogueOf(context)).touchpoints.get(touchpointCode)!
}

/** The active groups of an operator, by name. Other people are in none. */
export async function groupsOf({ services }: RequestContext, { login, personId }: Viewer): Promise<OperatorGroup[]> {
  return login === 'OPERATOR' ? loadGroupsOfOperator(services.database, personId) : []
}

/** The type categories that the viewer may create a case in. */
export async function typeCategoriesOf(context: AuthenticatedContext, viewer: Viewer): Promise<CaseTypeCategory[]> {
  if (!worksOnCases(viewer)) return []
  return availableTypeCategories(viewer.touchpointCode, await catalogueOf(context)).map(toRecord)
}
