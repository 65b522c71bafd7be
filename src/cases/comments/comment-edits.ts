import { batched, type Loader } from '../../database/batched.ts'
import type { CommentRow } from './comment-pages.ts'

// The first edit after a version has the text before it. Not part of the pages of comments, because few comments are edited.
const editsByComment = batched(
  `
with edit as materialized (
  select k.ordinal::int, e.version, e.at, e.changes -> 0 ->> 'from' as text_before,
    e.version > k.edits_until as is_later, e.version <= least(k.edited_version, k.edits_until) as is_shown
  from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[])
    with ordinality as k (case_id, version, position, edited_version, edits_until, ordinal)
  join case_events e on e.case_id = k.case_id
  where e.case_id = any($1::bigint[]) and e.kind = 'COMMENT_EDITED'
    and e.changes -> 0 -> 'path' ->> 1 = format('comment:%s:%s:%s', k.case_id, k.version, k.position)
)
select ordinal,
  (array_agg(text_before order by version) filter (where is_later))[1] as later_from,
  (array_agg(at order by version desc) filter (where is_shown))[1] as edited_at
from edit
group by ordinal`,
  { laterFrom: 'text | null', editedAt: 'timestamptz | null' },
  (comments: readonly CommentRow[]) => [
    comments.map(({ caseId }) => caseId),
    comments.map(({ version }) => version),
    comments.map(({ position }) => position),
    comments.map(({ editedVersion }) => editedVersion),
    comments.map(({ editsUntil }) => editsUntil),
  ],
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
