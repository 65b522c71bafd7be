import { type CaseAccess, modifyReason, type ModifyReason } from '../../auth/permission.rules.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isSystem } from '../../catalogue/available.rules.ts'

export type CasePermissionReason = ModifyReason | 'LOGIN_NOT_ALLOWED' | 'SYSTEM_CATEGORY' | 'NOT_AUTHORISED' | 'MERGED'

export interface CasePermission {
  allowed: boolean
  reason: CasePermissionReason
}

export interface CasePermissions {
  update: CasePermission
  assign: CasePermission
  comment: CasePermission
}

interface PermittedCase extends CaseAccess {
  mergedIntoId: number | null
}

/** What the viewer may do with the case, each with the reason. Follows the checks of the mutations. */
export function casePermissions(viewer: Viewer, access: PermittedCase, catalogue: Catalogue): CasePermissions {
  const reason = modifyReason(viewer, access, catalogue)
  const modify: CasePermission = reason ? { allowed: true, reason } : { allowed: false, reason: 'NOT_AUTHORISED' }
  const isMerged = reason !== null && access.mergedIntoId !== null
  const change: CasePermission = isMerged ? { allowed: false, reason: 'MERGED' } : modify
  return {
    update: isSystem(access.categoryCode, catalogue) ? { allowed: false, reason: 'SYSTEM_CATEGORY' } : change,
    assign: viewer.login === 'OPERATOR' ? change : { allowed: false, reason: 'LOGIN_NOT_ALLOWED' },
    // The party of a merged case can still comment: its comments go to the case that it was merged into.
    comment: reason === 'YOUR_CASE' ? modify : change,
  }
}
