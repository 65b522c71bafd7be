import { type Queryable, statement } from '../database/statement.ts'
import { refuseToPromise } from '../database/unavailable.ts'
import type { Viewer } from '../access/viewer.ts'
import type { CaseData } from './case-data.rules.ts'
import type { CaseEventKind } from './case.entity.ts'
import type { CaseRow } from './case-facts.ts'
import type { NewComment } from './comment.rules.ts'

/** One value of a case that a change replaced. `path` is as in problems, for example ['caseData', 'severity']. */
export interface ChangedValue {
  path: string[]
  from: unknown
  to: unknown
}

/** What a change of any kind makes of a case: its columns afterwards, and the event. */
export interface Change {
  kind: CaseEventKind
  typeCode: string
  categoryCode: string
  status: string
  resolution: string
  caseData: CaseData
  assigneeId: number | null
  groupId: number | null
  changes: ChangedValue[]
  comments: NewComment[]
}

// One statement is one transaction. The version makes it conditional: no row means that another change came first.
const write = statement<{ version: number; updated_at: Date }>(`
with changed as (
  update cases
  set version = version + 1, type_code = $3, category_code = $4, status = $5, resolution = $6, case_data = $7::jsonb,
    assignee_id = $8, group_id = $9, updated_at = statement_timestamp()
  where id = $1 and version = $2
  returning id, version, updated_at
), event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
  select id, version, $10, $11, $12, updated_at, $13::jsonb
  from changed
), comments as (
  insert into case_comments (case_id, version, position, text, internal)
  select changed.id, changed.version, c.position, c.text, c.internal
  from changed, unnest($14::text[], $15::boolean[]) with ordinality as c (text, internal, position)
)
select version, updated_at from changed`)

/** Writes the case, its event and its comments; gives null, and writes nothing, if the case has another version. */
export async function writeChange(
  database: Queryable,
  present: CaseRow & Viewer,
  change: Change,
): Promise<(CaseRow & Viewer) | null> {
  const values = [
    present.id,
    present.version,
    change.typeCode,
    change.categoryCode,
    change.status,
    change.resolution,
    JSON.stringify(change.caseData),
    change.assigneeId,
    change.groupId,
    change.kind,
    present.person_id,
    present.touchpoint_code,
    JSON.stringify(change.changes),
    change.comments.map(({ text }) => text),
    change.comments.map(({ internal }) => internal),
  ]
  const [written] = await database.run(write, values).catch(refuseToPromise)
  if (!written) return null
  return {
    ...present,
    ...written,
    type_code: change.typeCode,
    category_code: change.categoryCode,
    status: change.status,
    resolution: change.resolution,
    case_data: change.caseData,
    assignee_id: change.assigneeId,
    group_id: change.groupId,
  }
}
