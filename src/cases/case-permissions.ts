import { catalogueOf } from '../catalogue/catalogue-of.ts'
import type { RequestContext } from '../context.ts'
import type { CaseRow } from './case-facts.ts'
import { type CasePermissions, casePermissions } from './case-permissions.rules.ts'

export type { CasePermission, CasePermissions } from './case-permissions.rules.ts'

/** What the caller may do with the case. */
export async function permissionsOf(context: RequestContext, row: CaseRow): Promise<CasePermissions> {
  const viewer = context.viewer!
  const relation = await context.caseRelations.of(viewer, row)
  return casePermissions(viewer, { ...row, ...relation }, await catalogueOf(context))
}
