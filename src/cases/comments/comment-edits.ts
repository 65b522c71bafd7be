import { batchedBy, type Loader } from '../../database/batched.ts'
import type { CommentRow } from './comment-pages.ts'

const edit = (column: string, versions: string, order: 'asc' | 'desc') => `(
    select ${column}
    from case_events e
    where e.case_id = k.case_id and e.version ${versions} and e.kind = 'COMMENT_EDITED'
      and e.changes -> 0 -> 'path' ->> 1 = format('comment:%s:%s:%s', k.case_id, k.version, k.position)
    order by e.version ${order}
    limit 1)`

// The first edit after a version contains the text before it, unless that was erased. A separate statement, because few comments are edited.
const editsByComment = batchedBy(
  { caseId: 'bigint', version: 'int', position: 'int', editedVersion: 'int | null', editsUntil: 'int' },
  (keys) => `
select k.ordinal::int,
  ${edit("coalesce(e.changes -> 0 ->> 'from', '')", '> k.edits_until', 'asc')} as later_from,
  ${edit('e.at', '<= least(k.edited_version, k.edits_until)', 'desc')} as edited_at
from ${keys}
where k.case_id is not null`,
  { laterFrom: 'text | null', editedAt: 'timestamptz | null' },
)

/** The text up to the version that the list shows. Comments without edits need no statement. */
export function textOf(db: Loader, comment: CommentRow): string | Promise<string> {
  const { editedVersion, editsUntil, text } = comment
  if (editedVersion === null || editedVersion <= editsUntil) return text
  return db.load(editsByComment, comment).then((edits) => edits?.laterFrom ?? text)
}

/** When the text was last edited up to this version; null if it was not. */
export function editedAt(db: Loader, comment: CommentRow): Date | null | Promise<Date | null> {
  if (comment.editedVersion === null) return null
  return db.load(editsByComment, comment).then((edits) => edits?.editedAt ?? null)
}
