import { BatchLoader } from '../database/batch-loader.ts'
import { columns, type RowOf } from '../database/columns.ts'
import { type Queryable, statement } from '../database/statement.ts'
import type { CommentRow } from './comment-pages.ts'

const editColumns = columns({ ordinal: 'int', laterFrom: 'text | null', editedAt: 'timestamptz | null' })
type Edits = RowOf<typeof editColumns>

const edit = (column: string, versions: string, order: 'asc' | 'desc') => `(
    select ${column}
    from case_events e
    where e.case_id = k.case_id and e.version ${versions} and e.kind = 'COMMENT_EDITED'
      and e.changes -> 0 -> 'path' ->> 1 = format('comment:%s:%s:%s', k.case_id, k.version, k.position)
    order by e.version ${order}
    limit 1)`

// The first edit after a version has the text before it. Apart from the pages of comments, which are read much more often.
const editsByComment = statement(
  `
select k.ordinal::int,
  ${edit("e.changes -> 0 ->> 'from'", '> k.edits_until', 'asc')} as later_from,
  ${edit('e.at', '<= least(k.edited_version, k.edits_until)', 'desc')} as edited_at
from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[])
  with ordinality as k (case_id, version, position, edited_version, edits_until, ordinal)`,
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
