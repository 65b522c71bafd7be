import { mayModifyCase, modifyReason, type ModifyReason } from '../../auth/permission.rules.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { isSystem } from '../../catalogue/available.rules.ts'
import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import type { AuthenticatedContext } from '../../context.ts'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import type { CaseRow } from '../case-facts.ts'

type CasePermissionReason = ModifyReason | 'LOGIN_NOT_ALLOWED' | 'SYSTEM_CATEGORY' | 'NOT_AUTHORISED' | 'MERGED'

export interface CasePermission {
  allowed: boolean
  reason: CasePermissionReason
}

export type CasePermissions = Record<'update' | 'assign' | 'comment', CasePermission>

/** What the viewer may do with the case, each with the reason. Follows the checks of the mutations. */
function casePermissions(viewer: Viewer, access: RelatedCase, catalogue: Catalogue): CasePermissions {
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

/** What the caller may do with the case. Not a promise if everything is in memory: lists have many cases. */
export function permissionsOf(context: AuthenticatedContext, row: CaseRow): CasePermissions | Promise<CasePermissions> {
  return withRelation(context, row, (related, catalogue) => casePermissions(context.viewer, related, catalogue))
}

/** Whether the caller may see the case. */
export function maySee(context: AuthenticatedContext, row: CaseRow): boolean | Promise<boolean> {
  return withRelation(context, row, (related, catalogue) => mayModifyCase(context.viewer, related, catalogue))
}

function withRelation<Result>(
  context: AuthenticatedContext,
  row: CaseRow,
  decide: (related: RelatedCase, catalogue: Catalogue) => Result,
): Result | Promise<Result> {
  const decided = (relation: Relation) =>
    fromCatalogue(context, (catalogue) => decide({ ...row, ...relation }, catalogue))
  const relation = relationOf(context.services.database, context.viewer, row)
  return relation instanceof Promise ? relation.then(decided) : decided(relation)
}

interface Relation {
  viewerAuthorised: boolean
  viewerInGroup: boolean
}

type RelatedCase = CaseRow & Relation

const relations = batchedBy(
  { operatorId: 'bigint', typeCode: 'text', groupId: 'bigint | null' },
  (keys) => `
select k.ordinal::int,
  ${isAuthorised('k.operator_id', 'k.type_code')} as viewer_authorised,
  ${isMember('k.operator_id', 'k.group_id')} as viewer_in_group
from ${keys}
where k.operator_id is not null`,
  { viewerAuthorised: 'boolean', viewerInGroup: 'boolean' },
)

/** How the viewer is related to the case. Runs a statement only if a change of the case made it unknown. */
function relationOf(db: Loader, { personId }: Viewer, row: CaseRow): Relation | Promise<Relation> {
  const { viewerAuthorised, viewerInGroup, typeCode, groupId } = row
  if (viewerAuthorised !== null && viewerInGroup !== null) return { viewerAuthorised, viewerInGroup }
  const loaded = db.load(relations, { operatorId: personId, typeCode, groupId })
  return loaded.then((relation) => relation ?? { viewerAuthorised: false, viewerInGroup: false })
}
