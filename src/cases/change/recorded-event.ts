import type { Viewer } from '../../viewer/viewer.ts'
import type { ChangedValue } from '../case.entity.ts'
import type { CaseEventKind } from '../event-kinds.ts'
import { isForOperators } from '../values/case-values.ts'
import { attachmentsOf, claimingAttachments, haveAttachments } from './attachment-facts.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { keyColumns } from '../../mutation/stored-answers.ts'
import type { KeyedRequest } from '../../mutation/keyed-request.ts'
import { termVector } from '../../search/terms.ts'

/** The event that is written with a case, its comments, and the key of the request. */
interface RecordedEvent {
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

/** Whether all content of an event is for operators. */
export function isInternal(
  changes: readonly Pick<ChangedValue, 'path'>[],
  comments: readonly { internal?: boolean | null | undefined }[],
): boolean {
  if (changes.length + comments.length === 0) return false
  return changes.every(({ path }) => isForOperators(path)) && comments.every(({ internal }) => internal)
}

/** The columns of `recordOf` in SQL. */
export const recordedColumns = `ordinal int, kind text, actor_id bigint, touchpoint_code text, changes jsonb,
    comments jsonb, internal boolean, token_hash text, key text, request_hash text, person_ids bigint[],
    attachment_ids uuid[]`

/** The event as an element of the statement's JSON parameter. */
export function recordOf({ viewer, kind, changes, comments, internal, persons, keyed }: RecordedEvent, index: number) {
  const hasAttachments = haveAttachments(comments)
  return {
    ordinal: index + 1,
    kind,
    actor_id: viewer.personId,
    touchpoint_code: viewer.touchpointCode,
    changes,
    comments: comments.map(recordedComment),
    internal,
    ...(hasAttachments && { attachment_ids: attachmentsOf(comments) }),
    person_ids: [...new Set([viewer.personId, ...persons])].filter((id) => id !== null),
    ...keyColumns(keyed),
  }
}

function recordedComment(comment: NewComment) {
  const { text, internal, attachmentIds } = comment
  const attachments = attachmentIds && { attachments: attachmentsOf([comment]) }
  return { text, internal, terms: termVector([text]), ...attachments }
}

/** Writes events, their entries in the outbox, and comments, as parts of a statement. The rows also have the ID, the version and the time of their case. */
export const writingEvents = (rows: string, { attachments }: { attachments: boolean }) => `event as (
  insert into case_events (case_id, version, kind, actor_id, touchpoint_code, at, changes, internal)
  select id, version, kind, actor_id, touchpoint_code, updated_at, changes, internal
  from ${rows}
), outbox as (
  insert into case_outbox (case_id, version)
  select id, version from ${rows}
), comments as (
  insert into case_comments (case_id, version, position, text, terms, internal, attachments)
  select ${rows}.id, ${rows}.version, c.position, c.text, c.terms, c.internal, ${attachments ? 'coalesce(jsonb_array_length(c.attachments), 0)' : '0'}
  from ${rows},
    rows from (jsonb_to_recordset(${rows}.comments) as (text text, terms tsvector, internal boolean, attachments jsonb))
      with ordinality as c (text, terms, internal, attachments, position)
)${attachments ? claimingAttachments(rows) : ''}`

interface RecordWritten {
  person_ids: readonly number[]
  attachment_ids?: readonly string[]
}

/** The parameters of a statement: the records, and the persons whom they name, who must not have been erased. */
export function recordParameters(records: readonly RecordWritten[]): [string, number[]] {
  return [JSON.stringify(withoutShared(records)), records.flatMap((record) => record.person_ids)]
}

/** Of several records with the same file, the first one is written. */
function withoutShared(records: readonly RecordWritten[]): readonly RecordWritten[] {
  const named = new Set<string>()
  return records.filter(({ attachment_ids: ids = [] }) => {
    const isShared = ids.some((id) => named.has(id))
    for (const id of ids) named.add(id)
    return !isShared
  })
}

/** A new text of a comment. Null removes the comment. */
export interface CommentEdit {
  /** The version of the case that added the comment. */
  version: number
  position: number
  text: string | null
}

export function recordedEdit({ version, position, text }: CommentEdit) {
  const terms = text !== null && { edit_terms: termVector([text]) }
  return { edit_version: version, edit_position: position, edit_text: text, ...terms }
}

/** Of several changes of a case, the first one is written. The statement finds the change of a key by its case. */
export function onePerCase<R extends { id: number }>(records: readonly R[]): R[] {
  return [...new Map(records.toReversed().map((record) => [record.id, record])).values()]
}

/**
 * The time of a new case in SQL. It has no fraction of a millisecond, like every time that the API returns, so that
 * clients can pass it back in filters and as `asOf`.
 */
const creationTime = `date_trunc('milliseconds', statement_timestamp())`

/**
 * The time of a change to a case in SQL. It is later than that of the previous change, so that each version has a time of
 * its own, even if the clock is set back a little. A case that was imported with a time in the future is left out.
 */
function changeTime(cases: string): string {
  return `date_trunc('milliseconds', greatest(statement_timestamp(), case
      when ${cases}.updated_at < statement_timestamp() + interval '1 second'
      then ${cases}.updated_at + interval '1 millisecond' end))`
}

// If the deadlines of a case follow from the time, it was taken when the case was loaded.
export const timeOfCreation = `coalesce(sent.decided_at, ${creationTime})`
export const timeOfWrite = `coalesce(sent.decided_at, ${changeTime('c')})`
