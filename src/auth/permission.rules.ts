import type { Catalogue } from '../catalogue/catalogue.ts'
import { pairKey } from '../catalogue/type-category-key.ts'
import type { Viewer } from './viewer.ts'

/** What the database knows of a viewer and a case, besides the viewer. */
export interface CaseAccess {
  type_code: string
  category_code: string
  party_id: number | null
  assignee_id: number | null
  /** The viewer, or an active group of the viewer's, is authorised for the case's type. */
  viewer_authorised: boolean
  /** The case is assigned to an active group of the viewer's. */
  viewer_in_group: boolean
}

/** Whether the viewer may see and change the case; judged on its present type, pair and assignment. */
export function mayModifyCase(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  switch (viewer.login) {
    case 'OPERATOR':
      return (
        access.viewer_authorised ||
        access.viewer_in_group ||
        access.assignee_id === viewer.person_id ||
        mayModifyPair(viewer, access, catalogue)
      )
    case 'PARTY':
      return access.party_id === viewer.person_id || mayModifyPair(viewer, access, catalogue)
    case 'CONSUMER':
      return false
  }
}

function mayModifyPair(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): boolean {
  const pair = catalogue.pairs.get(pairKey({ typeCode: access.type_code, categoryCode: access.category_code }))
  return pair !== undefined && catalogue.touchpoints.get(viewer.touchpoint_code)?.grants.get(pair) === true
}
