import { type CaseAccess, modifyReason, type ModifyReason } from '../../auth/permission.rules.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isSystem } from '../../catalogue/available.rules.ts'

export type CasePermissionReason = ModifyReason | 'LOGIN_NOT_ALLOWED' | 'SYSTEM_CATEGORY' | 'NOT_AUTHORISED'

export interface CasePermission {
  allowed: boolean
  reason: CasePermissionReason
}

export interface CasePermissions {
  update: CasePermission
  assign: CasePermission
  comment: CasePermission
}

/** What the viewer may do with the case, each with the reason. Follows the checks of the mutations. */
export function casePermissions(viewer: Viewer, access: CaseAccess, catalogue: Catalogue): CasePermissions {
  const reason = modifyReason(viewer, access, catalogue)
  const comment: CasePermission = reason ? { allowed: true, reason } : { allowed: false, reason: 'NOT_AUTHORISED' }
  return {
    update: isSystem(access.categoryCode, catalogue) ? { allowed: false, reason: 'SYSTEM_CATEGORY' } : comment,
    assign: viewer.login === 'OPERATOR' ? comment : { allowed: false, reason: 'LOGIN_NOT_ALLOWED' },
    comment,
  }
}
