import type { AuthenticatedContext, RequestContext } from '../../context.ts'
import { RequestError } from '../../errors/request-error.ts'
import { authenticate } from '../../viewer/authenticate.ts'
import { worksOnCases } from '../../viewer/viewer.ts'
import { availableTypeCategories } from '../available.rules.ts'
import { catalogueOf } from '../catalogue-of.ts'
import type { Catalogue, TypeCategory } from '../catalogue.ts'

export type CaseTypeCategory = ReturnType<typeof toRecord>

interface LookupFilter {
  visibility?: 'APP' | 'ALL' | null | undefined
  caseTypeCode?: string | null | undefined
  caseCategoryCode?: string | null | undefined
}

/** Authenticates the caller of a lookup. Its result depends only on what is returned and the filter. Login: consumer or party. */
export async function lookupScope(context: RequestContext): Promise<{ touchpointCode: string; catalogue: Catalogue }> {
  const authenticated = await authenticate(context)
  const { viewer } = authenticated
  if (viewer.login === 'OPERATOR' || viewer.login === 'ADMIN') {
    throw new RequestError('FORBIDDEN', 'Listing type categories requires login as consumer or party.')
  }
  return { touchpointCode: viewer.touchpointCode, catalogue: await catalogueOf(authenticated) }
}

/** The active type categories that are granted to the calling touchpoint, in the catalogue's order. */
export async function caseTypeCategories(context: RequestContext, filter: LookupFilter): Promise<CaseTypeCategory[]> {
  const { touchpointCode, catalogue } = await lookupScope(context)
  return availableTypeCategories(touchpointCode, catalogue)
    .filter((each) => matches(each, filter))
    .map(toRecord)
}

function matches({ appVisible, type, category }: TypeCategory, filter: LookupFilter): boolean {
  return (
    (appVisible || filter.visibility !== 'APP') &&
    type.code === (filter.caseTypeCode ?? type.code) &&
    category.code === (filter.caseCategoryCode ?? category.code)
  )
}

export function toRecord({ type, category, defaultAnswer }: TypeCategory) {
  return {
    caseTypeCode: type.code,
    caseTypeName: type.name,
    caseCategoryCode: category.code,
    caseCategoryName: category.name,
    defaultAnswer,
    fields: type.fields,
  }
}

/** The type categories that the viewer may create a case in. */
export async function typeCategoriesOf(context: AuthenticatedContext): Promise<CaseTypeCategory[]> {
  const { viewer } = context
  if (!worksOnCases(viewer)) return []
  return availableTypeCategories(viewer.touchpointCode, await catalogueOf(context)).map(toRecord)
}
