import { mayModifyCase } from '../../auth/permission.rules.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import type { CaseRow } from '../../cases/case-facts.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { emailKey } from '../../people/email.ts'
import type { FeedEvent } from '../read-feed.ts'

/** What lets an operator see cases: of some types and groups, those that concern the operator. */
export interface Scope {
  /** The codes of types that the operator, or one of its active groups, is authorised for. */
  types: ReadonlySet<string>
  /** The names of active groups that the operator is a member of. */
  groups: ReadonlySet<string>
}

export type RelatedCase = CaseRow & { viewerAuthorised: boolean; viewerInGroup: boolean }

/** The case with the viewer's relation to it. */
export function related(row: Omit<CaseRow, 'viewerAuthorised' | 'viewerInGroup'>, scope: Scope): RelatedCase {
  const { types, groups } = scope
  return { ...row, viewerAuthorised: types.has(row.typeCode), viewerInGroup: groups.has(row.groupName ?? '') }
}

/** Whether the viewer follows the case. Parties follow their own cases only, even if their touchpoint is granted others. */
export function follows(viewer: Viewer, row: RelatedCase, catalogue: Catalogue): boolean {
  return viewer.login === 'PARTY' ? row.partyId === viewer.personId : mayModifyCase(viewer, row, catalogue)
}

/** Whether one of the values that the event replaced may have let the viewer see the case. */
export function mayHaveTakenAway(viewer: Viewer, scope: Scope, { changes }: FeedEvent, catalogue: Catalogue): boolean {
  if (viewer.login !== 'OPERATOR') return false
  const hasGrants = (catalogue.touchpoints.get(viewer.touchpointCode)?.modifiable.length ?? 0) > 0
  return changes.some(({ path: [member], from }) => {
    if (typeof from !== 'string') return false
    switch (member) {
      case 'assignee':
        return emailKey(from) === emailKey(viewer.email)
      case 'group':
        return scope.groups.has(from)
      case 'typeCode':
        return hasGrants || scope.types.has(from)
      case 'categoryCode':
        return hasGrants
      default:
        return false
    }
  })
}
