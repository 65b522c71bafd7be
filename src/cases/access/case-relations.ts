import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { batchedBy, type Loader } from '../../database/batched.ts'
import type { CaseRow } from '../case-facts.ts'

export interface Relation {
  viewerAuthorised: boolean
  viewerInGroup: boolean
}

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
export function relationOf(db: Loader, { personId }: Viewer, row: CaseRow): Relation | Promise<Relation> {
  const { viewerAuthorised, viewerInGroup, typeCode, groupId } = row
  if (viewerAuthorised !== null && viewerInGroup !== null) return { viewerAuthorised, viewerInGroup }
  const loaded = db.load(relations, { operatorId: personId, typeCode, groupId })
  return loaded.then((relation) => relation ?? { viewerAuthorised: false, viewerInGroup: false })
}
