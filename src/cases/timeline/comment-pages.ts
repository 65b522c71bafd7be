import { columns, type RowOf, typed } from '../../database/statements/columns.ts'
import { columnsOf, selectList } from '../../database/statements/entity-columns.ts'
import type { LoginKind } from '../../login-kinds.ts'
import { CaseComment } from '../case.entity.ts'
import { type ShownVersion, listOf, type PageBudget } from './page-loader.ts'
import { type CasePages, casePages, loadItem, loadPage } from './page-loader.ts'
import { batchedBy, type Loader } from '../../database/statements/batched.ts'
import type { Viewer } from '../../viewer/viewer.ts'
import { maximumComments } from '../values/comment.rules.ts'

const storedColumns = columnsOf(
  CaseComment,
  'caseId',
  'version',
  'position',
  'internal',
  'editedVersion',
  'attachments',
)
const { text } = columnsOf(CaseComment, 'text')

const commentColumns = columns({
  ...storedColumns,
  touchpointCode: 'text | null',
  createdAt: 'timestamptz',
  editsUntil: 'int',
  authorId: 'bigint',
  authorLogin: typed<LoginKind>('text'),
  authorFirstname: 'text',
  authorEmail: 'text',
})

/** A comment. If the text was left out, `textOf` loads it. */
export type CommentRow = RowOf<typeof commentColumns> & { text?: string }

/** Whether the comment was there, and the caller may see it. */
const isVisible = `c.version <= k.version and (not c.internal or k.internal)
    and (c.removed_version is null or c.removed_version > k.edits_until)`

// With `offset 0`, PostgreSQL looks up the event of each comment, if it was not imported, instead of reading all of the case.
const pagesOf = (stored: object) => (order: 'asc' | 'desc', keys: string) => `
select k.ordinal::int, l.*
from ${keys}
cross join lateral (
  select ${selectList('c', stored)}, k.edits_until,
    coalesce(c.imported_touchpoint_code, e.touchpoint_code) as touchpoint_code, coalesce(c.imported_at, e.at) as created_at,
    p.id as author_id, p.kind as author_login, p.firstname as author_firstname, p.email as author_email
  from case_comments c
  left join lateral (
    select e.actor_id, e.at, e.touchpoint_code
    from case_events e
    where e.case_id = c.case_id and e.version = c.version and c.imported_at is null
    offset 0
  ) e on true
  left join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
  where c.case_id = k.case_id
    and (c.version, c.position) > (k.after_version, k.after_position)
    and (c.version, c.position) < (k.before_version, k.before_position)
    and ${isVisible}
  order by c.version ${order}, c.position ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}, l.position ${order}`

/** About what a comment takes besides its text. */
const commentBytes = 200

const list = { table: 'case_comments', alias: 'c', condition: isVisible }

/** The comments of a case, in the order in which they were added. */
export const commentPages = casePages(columns({ ...commentColumns, text }), {
  ...list,
  pagesIn: pagesOf({ ...storedColumns, text }),
  bytesOf: (comment) => Buffer.byteLength(comment.text),
})

/** The same without their texts. */
const commentPagesWithoutTexts = casePages(commentColumns, {
  ...list,
  pagesIn: pagesOf(storedColumns),
  bytesOf: () => commentBytes,
})

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

/**
 * The text up to the version that the list shows. Comments with a text and without edits need no statement. Empty if the case was
 * archived before it was loaded. Throws the error of the budget if a text that is loaded exceeds it.
 */
export function textOf(db: Loader, comment: CommentRow, budget: PageBudget | undefined): string | Promise<string> {
  const { caseId, version, position, editedVersion, editsUntil, text } = comment
  if (text === undefined) {
    // The row was loaded for a viewer who may see it.
    const seen = { caseId, version: editsUntil, editsUntil, internal: true }
    return loadItem(db, commentPages, seen, [version, position], budget).then((found) =>
      found ? textOf(db, found, budget) : '',
    )
  }
  if (editedVersion === null || editedVersion <= editsUntil) return text
  return db.load(editsByComment, comment).then((edits) => edits?.laterFrom ?? text)
}

/** When the text was last edited up to this version; null if it was not. */
export function editedAt(db: Loader, comment: CommentRow): Date | null | Promise<Date | null> {
  if (comment.editedVersion === null) return null
  return db.load(editsByComment, comment).then((edits) => edits?.editedAt ?? null)
}

interface ViewedCase {
  viewer: Viewer
  case: ShownVersion
}

/** The comments that a version of a case added, as the viewer sees them. Texts that are left out are loaded when they are needed. */
export function readAddedComments(
  db: Loader,
  { viewer, case: row }: ViewedCase,
  budget: PageBudget | undefined,
  { limit = maximumComments, hasTexts = true } = {},
): Promise<CommentRow[]> {
  const page = { after: [row.version, 0], before: [row.version + 1, 0], limit, inverted: false }
  const pages: CasePages<CommentRow> = hasTexts ? commentPages : commentPagesWithoutTexts
  return loadPage(db, pages, { ...listOf(row, viewer), page, budget })
}

/** A comment as it is in a version of its case; null if the viewer cannot see it. */
export function readCommentIn(
  db: Loader,
  { viewer, case: row }: ViewedCase,
  { version, position }: { version: number; position: number },
): Promise<CommentRow | null> {
  return loadItem(db, commentPages, listOf(row, viewer), [version, position])
}
