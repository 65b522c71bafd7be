import { BatchLoader } from '../../database/batch-loader.ts'
import { columns, type RowOf } from '../../database/columns.ts'
import { type Queryable, statement } from '../../database/statement.ts'
import type { CommentRow } from './comment-pages.ts'

const editColumns = columns({ ordinal: 'int', laterFrom: 'text | null', editedAt: 'timestamptz | null' })
type Edits = RowOf<typeof editColumns>

// The first edit after a version has the text before it. Apart from the pages of comments, which are read much more often.
const editsByComment = statement(
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
  editColumns,
)

/** Loads the edits of comments. Concurrent requests share a statement, and comments without edits need none. */
export class CommentEdits {
  #edits: BatchLoader<CommentRow, Edits>

  constructor(database: Queryable) {
    this.#edits = new BatchLoader((comments) =>
      database.run(editsByComment, [
        comments.map(({ caseId }) => caseId),
        comments.map(({ version }) => version),
        comments.map(({ position }) => position),
        comments.map(({ editedVersion }) => editedVersion),
        comments.map(({ editsUntil }) => editsUntil),
      ]),
    )
  }

  /** The text up to the version that the list shows. */
  textOf(comment: CommentRow): string | Promise<string> {
    const { editedVersion, editsUntil, text } = comment
    if (editedVersion === null || editedVersion <= editsUntil) return text
    return this.#edits.load(comment).then((edits) => edits?.laterFrom ?? text)
  }

  /** When the text was last edited up to this version; null if it was not. */
  editedAt(comment: CommentRow): Date | null | Promise<Date | null> {
    if (comment.editedVersion === null) return null
    return this.#edits.load(comment).then((edits) => edits?.editedAt ?? null)
  }
}
