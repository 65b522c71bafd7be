import { fromCatalogue } from '../../catalogue/catalogue-of.ts'
import type { AuthenticatedContext } from '../../context.ts'
import type { CaseRow } from '../case-facts.ts'
import { type Relation, relationOf } from './case-relations.ts'
import { type CasePermissions, casePermissions } from './case-permissions.rules.ts'

export type { CasePermission, CasePermissions } from './case-permissions.rules.ts'

/** What the caller may do with the case. Not a promise if everything is in memory: lists have many cases. */
export function permissionsOf(context: AuthenticatedContext, row: CaseRow): CasePermissions | Promise<CasePermissions> {
  const { viewer, services } = context
  const permissions = (relation: Relation) =>
    fromCatalogue(context, (catalogue) => casePermissions(viewer, { ...row, ...relation }, catalogue))
  const relation = relationOf(services.database, viewer, row)
  return relation instanceof Promise ? relation.then(permissions) : permissions(relation)
}
