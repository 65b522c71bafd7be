import { requireAdmin } from '../auth/require-admin.ts'
import { catalogueOf } from '../catalogue/catalogue-of.ts'
import type { Catalogue, Touchpoint } from '../catalogue/catalogue.ts'
import type { RequestContext } from '../context.ts'

export interface TouchpointGrant {
  typeCode: string
  categoryCode: string
  modifyCases: boolean
}

/** A touchpoint in the catalogue that refers to its grants. */
export interface ConfiguredTouchpoint {
  touchpoint: Touchpoint
  catalogue: Catalogue
}

/** The complete configuration, inactive items included. Login: admin. */
export async function readConfiguration(context: RequestContext): Promise<Catalogue> {
  return catalogueOf(await requireAdmin(context))
}

export function touchpointsOf(catalogue: Catalogue): ConfiguredTouchpoint[] {
  return [...catalogue.touchpoints.values()].map((touchpoint) => ({ touchpoint, catalogue }))
}

/** In the order of the type categories of the catalogue. */
export function grantsOf({ touchpoint: { grants }, catalogue }: ConfiguredTouchpoint): TouchpointGrant[] {
  if (grants.size === 0) return []
  return [...catalogue.typeCategories.values()].flatMap((typeCategory) => {
    const modifyCases = grants.get(typeCategory)
    return modifyCases === undefined
      ? []
      : [{ typeCode: typeCategory.type.code, categoryCode: typeCategory.category.code, modifyCases }]
  })
}
