import type { Viewer } from '../../viewer/viewer.ts'
import type { ChangedValue } from '../case.entity.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { keyColumns } from '../../mutation/stored-answers.ts'
import type { KeyedRequest } from '../../mutation/keyed-request.ts'

/** The event that is written with a case, its comments, and the key of the request. */
export interface RecordedEvent {
  viewer: Viewer
  kind: CaseEventKind
  changes: readonly ChangedValue[]
  comments: readonly NewComment[]
  /** Whether only operators may see the event. */
  internal: boolean
  /** The persons besides the caller whose address or text the event contains. */
  persons: readonly (number | null)[]
  keyed: KeyedRequest | null
}

/** The columns of `recordOf` in SQL. */
export const recordedColumns = `ordinal int, kind text, actor_id bigint, touchpoint_code text, changes jsonb,
    comments jsonb, internal boolean, token_hash text, key text, request_hash text, person_ids bigint[]`

/** The event as an element of the statement's JSON parameter. */
export function recordOf({ viewer, kind, changes, comments, internal, persons, keyed }: RecordedEvent, index: number) {
  return {
    ordinal: index + 1,
    kind,
    actor_id: viewer.personId,
    touchpoint_code: viewer.touchpointCode,
    changes,
    comments,
    internal,
    person_ids: [...new Set([viewer.personId, ...persons])].filter((id) => id !== null),
    ...keyColumns(keyed),
  }
}

/** Writes events, their entries in the outbox, and comments, as parts of a statement. The rows also have the ID, the version and the time of their case. */
export const writingEvents = (rows: string) => `event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
  select id, version, kind, actor_id, touchpoint_code, updated_at, changes, internal
  from ${rows}
), outbox as (
  insert into case_outbox (case_id, version)
  select id, version from ${rows}
), comments as (
  insert into case_comments (case_id, version, position, text, internal)
  select ${rows}.id, ${rows}.version, c.position, c.text, c.internal
  from ${rows},
    rows from (jsonb_to_recordset(${rows}.comments) as (text text, internal boolean))
      with ordinality as c (text, internal, position)
)`

/** The parameters of a statement: the records, and the persons whom they name, who must not have been erased. */
export function recordParameters(records: readonly { person_ids: readonly number[] }[]): [string, number[]] {
  return [JSON.stringify(records), records.flatMap((record) => record.person_ids)]
}
