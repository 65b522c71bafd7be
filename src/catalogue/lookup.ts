import type { RequestContext } from '../context.ts'
import { RequestError } from '../errors/request-error.ts'
import { authenticate } from '../auth/authenticate.ts'
import { availableTypeCategories } from './available.rules.ts'
import { catalogueOf } from './catalogue-of.ts'
import type { CaseType, Catalogue, TypeCategory } from './catalogue.ts'

export interface CaseTypeCategory {
  caseTypeCode: string
  caseTypeName: string
  caseCategoryCode: string
  caseCategoryName: string
  defaultAnswer: string | null
  fields: CaseType['fields']
}

export interface LookupFilter {
  appVisibleOnly: boolean
  caseTypeCode?: string | null | undefined
  caseCategoryCode?: string | null | undefined
}

/** The result of a lookup depends only on this scope and the filter. */
export interface LookupScope {
  touchpointCode: string
  catalogue: Catalogue
}

/** Authenticates the caller of a lookup. Login: consumer or party. */
export async function lookupScope(context: RequestContext): Promise<LookupScope> {
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
    (appVisible || !filter.appVisibleOnly) &&
    type.code === (filter.caseTypeCode ?? type.code) &&
    category.code === (filter.caseCategoryCode ?? category.code)
  )
}

export function toRecord({ type, category, defaultAnswer }: TypeCategory): CaseTypeCategory {
  return {
    caseTypeCode: type.code,
    caseTypeName: type.name,
    caseCategoryCode: category.code,
    caseCategoryName: category.name,
    defaultAnswer,
    fields: type.fields,
  }
}
