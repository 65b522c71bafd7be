import { isAuthorised, isMember } from '../../auth/operator-relations.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { BatchLoader } from '../../database/batch-loader.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { CaseRow } from '../case-facts.ts'

const relationColumns = columns({ ordinal: 'int', viewerAuthorised: 'boolean', viewerInGroup: 'boolean' })

/** How a viewer is related to a case. */
export type Relation = Omit<RowOf<typeof relationColumns>, 'ordinal'>

const relationsByKey = statement(
  `
select k.ordinal::int,
  ${isAuthorised('k.operator_id', 'k.type_code')} as viewer_authorised,
  ${isMember('k.operator_id', 'k.group_id')} as viewer_in_group
from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as k (operator_id, type_code, group_id, ordinal)`,
  relationColumns,
)

interface RelationKey {
  operatorId: number
  typeCode: string
  groupId: number | null
}

/** Loads how viewers are related to cases after changes. Concurrent requests share a statement. */
export class CaseRelations {
  #relations: BatchLoader<RelationKey, Relation>

  constructor(database: Queryable) {
    this.#relations = new BatchLoader((keys) =>
      database.run(relationsByKey, [
        keys.map(({ operatorId }) => operatorId),
        keys.map(({ typeCode }) => typeCode),
        keys.map(({ groupId }) => groupId),
      ]),
    )
  }

  /** Runs a statement only if a change of the case made the relation unknown. */
  of({ personId }: Viewer, row: CaseRow): Relation | Promise<Relation> {
    const { viewerAuthorised, viewerInGroup, typeCode, groupId } = row
    if (viewerAuthorised !== null && viewerInGroup !== null) return { viewerAuthorised, viewerInGroup }
    return this.#load({ operatorId: personId, typeCode, groupId })
  }

  async #load(key: RelationKey): Promise<Relation> {
    const loaded = await this.#relations.load(key)
    return { viewerAuthorised: loaded?.viewerAuthorised === true, viewerInGroup: loaded?.viewerInGroup === true }
  }
}
