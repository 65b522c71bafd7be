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

/** In the order of the catalogue's pairs. */
export function grantsOf({ touchpoint: { grants }, catalogue }: ConfiguredTouchpoint): TouchpointGrant[] {
  if (grants.size === 0) return []
  return [...catalogue.typeCategories.values()].flatMap((pair) => {
    const modifyCases = grants.get(pair)
    return modifyCases === undefined
      ? []
      : [{ typeCode: pair.type.code, categoryCode: pair.category.code, modifyCases }]
  })
}
