import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '../auth/viewer.ts'
import { BatchLoader, type Numbered } from '../database/batch-loader.ts'
import { columns, type RowOf } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { CaseEventKind } from './case.entity.ts'
import type { CaseRow, ModifiableFacts } from './case-facts.ts'
import type { NewComment } from './comment.rules.ts'

/** One value of a case that a change replaces. `path` is as in problems, for example ['caseData', 'severity']. */
export interface ChangedValue {
  path: string[]
  from: unknown
  to: unknown
}

/** Returns an empty list if the two values are equal. */
export function changed(path: string[], from: unknown, to: unknown): ChangedValue[] {
  return isDeepStrictEqual(from, to) ? [] : [{ path, from, to }]
}

/** The values of a case that changes set. */
export type CaseValues = Pick<
  CaseRow,
  'typeCode' | 'categoryCode' | 'status' | 'resolution' | 'caseData' | 'assigneeId' | 'groupId'
>

/** A change of any kind: the case's values after it, and the event. */
export interface Change {
  kind: CaseEventKind
  values: CaseValues
  changes: ChangedValue[]
  comments: NewComment[]
}

/** A change that was decided on a version of its case. */
export interface ChangeToWrite {
  viewer: Viewer
  current: CaseRow
  change: Change
}

const writtenColumns = columns({ ordinal: 'int', version: 'int', updatedAt: 'timestamptz' })
type Written = Omit<RowOf<typeof writtenColumns>, 'ordinal'>

// One statement is one transaction, for one change or several. Each is conditional on the case's version: no row means
// that another change came first or is in progress. It does not wait for a lock, because several changes that wait would
// delay one another, and two processes could deadlock.
const write = statement(
  `
with sent as materialized (
  select * from jsonb_to_recordset($1::jsonb) as s (
    ordinal int, id bigint, version int, type_code text, category_code text, status text, resolution text,
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
  returning s.ordinal, c.id, c.version, c.updated_at, s.kind, s.actor_id, s.touchpoint_code, s.changes, s.comments
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
select ordinal, version, updated_at from changed`,
  writtenColumns,
  { writes: true },
)

function writeChanges(database: Queryable, changes: readonly ChangeToWrite[]): Promise<Numbered<Written>[]> {
  const records = changes.map(({ viewer, current, change: { kind, values, changes, comments } }, index) => ({
    ordinal: index + 1,
    id: current.id,
    version: current.version,
    type_code: values.typeCode,
    category_code: values.categoryCode,
    status: values.status,
    resolution: values.resolution,
    case_data: values.caseData,
    assignee_id: values.assigneeId,
    group_id: values.groupId,
    kind,
    actor_id: viewer.personId,
    touchpoint_code: viewer.touchpointCode,
    changes,
    comments,
  }))
  return database.run(write, [JSON.stringify(records)])
}

/** Writes changes. Concurrent requests share a statement; a transaction runs its own. */
export class ChangeWriter {
  /** How many changes were not written because another change came first. */
  lostRaces = 0
  #changes: BatchLoader<ChangeToWrite, Written>

  constructor(database: Queryable) {
    this.#changes = new BatchLoader((changes) => writeChanges(database, changes), { maxBatchSize: 32 })
  }

  /** Writes the case, its event and its comments. Returns null and writes nothing if the case has another version. */
  async write(
    { viewer, case: current }: ModifiableFacts,
    change: Change,
    transaction?: Queryable,
  ): Promise<CaseRow | null> {
    const toWrite = { viewer, current, change }
    const written = transaction ? (await writeChanges(transaction, [toWrite]))[0] : await this.#changes.load(toWrite)
    if (!written) {
      this.lostRaces++
      return null
    }
    return { ...current, ...change.values, version: written.version, updatedAt: written.updatedAt }
  }
}
