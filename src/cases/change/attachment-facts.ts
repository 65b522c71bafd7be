import type { Batched, Loader } from '../../database/statements/batched.ts'
import type { Columns, RowOf } from '../../database/statements/columns.ts'
import type { FactsQuery } from '../../mutation/mutation-facts.ts'
import { uuidOf } from '../../node-id.ts'
import type { NewComment } from '../values/comment.rules.ts'
import { caseFacts, type CaseFacts, type CaseKey, factsOfCase } from '../case-facts.ts'

/** Whether a file `a` is uploaded, and neither part of a comment nor being removed. */
const isFree = 'a.case_id is null and a.sha256 is not null and a.remove_at > statement_timestamp()'

const keyColumns = { attachmentIds: 'text' } as const
const factColumns = { freeAttachments: 'text[]' } as const

/** What facts have only if the request names files. */
export type FreeAttachments = Partial<RowOf<typeof factColumns>>

type KeyWithAttachments = RowOf<typeof keyColumns>

/** The query with the files of a key that the viewer `v` may add to a comment. */
export function withAttachments<const K extends Columns, const C extends Columns>(query: FactsQuery<K, C>) {
  return {
    ...query,
    keys: { ...query.keys, ...keyColumns },
    columns: { ...query.columns, ...factColumns },
    select: `${query.select ?? ''},
  array(
    select a.id from attachments a
    where a.id = any(k.attachment_ids::uuid[]) and a.uploader_id = v.person_id and ${isFree}
  )::text[] as free_attachments`,
  }
}

/** The UUIDs of the files of comments. IDs that are not valid have none. */
export function attachmentsOf(comments: readonly NewComment[]): string[] {
  return comments.flatMap(({ attachmentIds = [] }) => attachmentIds.flatMap((id) => uuidOf('attachment', id) ?? []))
}

/** Whether comments have files, and so need the statements with files. */
export function haveAttachments(comments: readonly NewComment[]): boolean {
  return comments.some(({ attachmentIds }) => attachmentIds !== undefined)
}

/** Returns a function that loads facts by the declaration with files if the comments have some, and otherwise by the one without. */
export function loadingAttachments<Key, Facts extends FreeAttachments>(
  without: Batched<Key, Facts>,
  withFiles: Batched<Key & KeyWithAttachments, Facts>,
) {
  return (db: Loader, key: Key, comments: readonly NewComment[]): Promise<Facts | undefined> =>
    haveAttachments(comments)
      ? db.load(withFiles, { ...key, attachmentIds: `{${attachmentsOf(comments).join()}}` })
      : db.load(without, key)
}

/**
 * Locks the free files that the records of a statement ($1) name, as the first part of the statement. It does not wait for
 * files that another statement is adding or removing. As an array, or PostgreSQL would read all files.
 */
export const lockingAttachments = `free as materialized (
  select a.id
  from attachments a
  where ${isFree} and a.id = any(array(
    select unnest(sent.attachment_ids) from jsonb_to_recordset($1::jsonb) as sent (attachment_ids uuid[])))
  order by a.id
  for update of a skip locked
), `

/** Whether all files of a record are free. */
export const hasFreeAttachments = `coalesce(sent.attachment_ids, '{}') <@ array(select id from free)`

/** Makes the files parts of the comments that the statement adds, as a part of it. The rows are those of `writingEvents`. */
export const claimingAttachments = (rows: string) => `, claimed as (
  update attachments a
  set case_id = ${rows}.id, version = ${rows}.version, position = c.position, number = f.number, remove_at = null
  from ${rows},
    rows from (jsonb_to_recordset(${rows}.comments) as (attachments jsonb)) with ordinality as c (attachments, position),
    jsonb_array_elements_text(c.attachments) with ordinality as f (id, number)
  where a.id = any(array(select id from free)) and a.id = f.id::uuid
)`

/** What is set in a file that its comment loses, in SQL. No request finds it any more, and the sweep removes it. */
export const detached = `case_id = null, version = null, position = null, number = null, sha256 = null,
  remove_at = statement_timestamp()`

/** Detaches the files of a comment that the statement removes, as a part of it. */
export const removingAttachments = (rows: string) => `, removed_attachments as (
  update attachments a
  set ${detached}
  from ${rows}
  where a.case_id = ${rows}.id and a.version = ${rows}.edit_version and a.position = ${rows}.edit_position
    and ${rows}.edit_text is null
)`

const loading = loadingAttachments<CaseKey, CaseFacts & FreeAttachments>

/** Loads the case that comments are added to, and which of their files the caller may add. */
export const loadCase = loading(caseFacts, factsOfCase(withAttachments({ keys: {}, columns: {} })))

/** The named case, or the one that it was merged into if the caller is its party. */
const caseOrTarget = {
  keys: {},
  columns: {},
  cases: `cases c on c.id = coalesce(
  (select m.merged_into_id from cases m where m.id = k.case_id and m.party_id = v.person_id), k.case_id)`,
} as const

/** The same, but for the party of a merged case, it loads the case that it was merged into. */
export const loadCaseOrTarget = loading(factsOfCase(caseOrTarget), factsOfCase(withAttachments(caseOrTarget)))
