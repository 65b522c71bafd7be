import { isDeepStrictEqual } from 'node:util'
import { BatchLoader } from '../database/batch-loader.ts'
import { type Queryable, statement } from '../database/statement.ts'
import { refuseToPromise } from '../database/unavailable.ts'
import type { Viewer } from '../auth/viewer.ts'
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

/** Nothing where the value stays as it is. */
export function changed(path: string[], from: unknown, to: unknown): ChangedValue[] {
  return isDeepStrictEqual(from, to) ? [] : [{ path, from, to }]
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

/** The change of one case, decided on the version that the case had. */
export interface ChangeToWrite {
  viewer: Viewer
  current: CaseRow
  change: Change
}

type Written = { version: number; updated_at: Date }

// One statement is one transaction, for one change or several. The version makes each conditional: no row means that
// another change came first, or is under way. The latter is not waited for: several changes that wait would keep one
// another waiting, and two processes could wait for each other.
const write = statement<Written & { place: number }>(`
with sent as materialized (
  select * from jsonb_to_recordset($1::jsonb) as s (
    place int, id bigint, version int, type_code text, category_code text, status text, resolution text,
    case_data jsonb, assignee_id bigint, group_id bigint, kind text, actor_id bigint, touchpoint_code text,
    changes jsonb, comments jsonb)
), locked as (
  select c.id
  from sent join cases c on c.id = sent.id and c.version = sent.version
  for no key update of c skip locked
), changed as (
  update cases c
  set version = c.version + 1, type_code = s.type_code, category_code = s.category_code, status = s.status,
    resolution = s.resolution, case_data = s.case_data, assignee_id = s.assignee_id, group_id = s.group_id,
    updated_at = statement_timestamp()
  from locked join sent s on s.id = locked.id
  where c.id = locked.id
  returning s.place, c.id, c.version, c.updated_at, s.kind, s.actor_id, s.touchpoint_code, s.changes, s.comments
), event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes)
  select id, version, kind, actor_id, touchpoint_code, updated_at, changes
  from changed
), comments as (
  insert into case_comments (case_id, version, position, text, internal)
  select changed.id, changed.version, c.position, c.text, c.internal
  from changed,
    rows from (jsonb_to_recordset(changed.comments) as (text text, internal boolean))
      with ordinality as c (text, internal, position)
)
select place, version, updated_at from changed`)

/** The columns of a case that a change sets. */
function columnsOf(change: Change) {
  return {
    type_code: change.typeCode,
    category_code: change.categoryCode,
    status: change.status,
    resolution: change.resolution,
    case_data: change.caseData,
    assignee_id: change.assigneeId,
    group_id: change.groupId,
  }
}

function writeChanges(
  database: Queryable,
  changes: readonly ChangeToWrite[],
): Promise<(Written & { place: number })[]> {
  const records = changes.map(({ viewer, current, change }, index) => ({
    place: index + 1,
    id: current.id,
    version: current.version,
    ...columnsOf(change),
    kind: change.kind,
    actor_id: viewer.person_id,
    touchpoint_code: viewer.touchpoint_code,
    changes: change.changes,
    comments: change.comments,
  }))
  return database.run(write, [JSON.stringify(records)]).catch(refuseToPromise)
}

/** Writes changes; those of concurrent requests share a statement, a transaction runs its own. */
export class ChangeWriter {
  /** How many changes found that another one had come first. */
  lostRaces = 0
  #changes: BatchLoader<ChangeToWrite, Written>

  constructor(database: Queryable) {
    this.#changes = new BatchLoader((changes) => writeChanges(database, changes), { maxBatchSize: 32 })
  }

  /** Writes the case, its event and its comments. Returns null and writes nothing if the case has another version. */
  async write(
    { viewer, case: current }: { viewer: Viewer; case: CaseRow },
    change: Change,
    transaction?: Queryable,
  ): Promise<CaseRow | null> {
    const toWrite = { viewer, current, change }
    const written = transaction ? (await writeChanges(transaction, [toWrite]))[0] : await this.#changes.load(toWrite)
    if (!written) {
      this.lostRaces++
      return null
    }
    return {
      ...current,
      ...columnsOf(change),
      version: written.version,
      updated_at: written.updated_at,
    }
  }
}
