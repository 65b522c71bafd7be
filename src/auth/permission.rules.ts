import { type Catalogue, typeCategoryKey } from '../catalogue/catalogue.ts'
import type { Viewer } from '../viewer/viewer.ts'

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

export type ModifyReason =
  'ASSIGNED_TO_YOU' | 'ASSIGNED_TO_YOUR_GROUP' | 'AUTHORISED_FOR_TYPE' | 'TOUCHPOINT_GRANT' | 'YOUR_CASE'

/**
 * The first reason why the viewer may modify the case, or null if there is none. Decides by the case's current type,
 * category and assignment. Callers who may modify a case may also read it.
 */
export function modifyReason(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): ModifyReason | null {
  switch (viewer.login) {
    case 'OPERATOR':
      if (access.assigneeId === viewer.personId) return 'ASSIGNED_TO_YOU'
      if (access.viewerInGroup) return 'ASSIGNED_TO_YOUR_GROUP'
      if (access.viewerAuthorised) return 'AUTHORISED_FOR_TYPE'
      break
    case 'PARTY':
      if (access.partyId === viewer.personId) return 'YOUR_CASE'
      break
    case 'ADMIN':
    case 'CONSUMER':
      return null
  }
  return isGrantedToTouchpoint(viewer, access, catalogue) ? 'TOUCHPOINT_GRANT' : null
}

export function mayModifyCase(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  return modifyReason(viewer, access, catalogue) !== null
}

function isGrantedToTouchpoint({ touchpointCode }: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  const typeCategory = catalogue.typeCategories.get(typeCategoryKey(access))
  return typeCategory !== undefined && catalogue.touchpoints.get(touchpointCode)?.grants.get(typeCategory) === true
}
