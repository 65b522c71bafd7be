import type { Catalogue } from '../catalogue/catalogue.ts'
import { typeCategoryKey } from '../catalogue/type-category-key.ts'
import type { Viewer } from './viewer.ts'

/** The facts that decide whether a viewer may modify a case. */
export interface CaseAccess {
  typeCode: string
  categoryCode: string
  partyId: number | null
  assigneeId: number | null
  /** Whether the viewer, or an active group of the viewer, is authorised for the case's type. */
  viewerAuthorised: boolean
  /** Whether the case is assigned to an active group of the viewer. */
  viewerInGroup: boolean
}

/** Decides by the case's current type, category and assignment. Callers who may modify a case may also read it. */
export function mayModifyCase(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  switch (viewer.login) {
    case 'OPERATOR':
      return (
        access.viewerAuthorised ||
        access.viewerInGroup ||
        access.assigneeId === viewer.personId ||
        isGrantedToTouchpoint(viewer, access, catalogue)
      )
    case 'PARTY':
      return access.partyId === viewer.personId || isGrantedToTouchpoint(viewer, access, catalogue)
    case 'CONSUMER':
      return false
  }
}

function isGrantedToTouchpoint({ touchpointCode }: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  const typeCategory = catalogue.typeCategories.get(typeCategoryKey(access))
  return typeCategory !== undefined && catalogue.touchpoints.get(touchpointCode)?.grants.get(typeCategory) === true
}
