import { columns, type RowOf, typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { countColumns, listKeys, type ListStatements, pageKeys } from './page-loader.ts'

const commentColumns = columns({
  ordinal: 'int',
  caseId: 'bigint',
  version: 'int',
  position: 'smallint',
  text: 'text',
  internal: 'boolean',
  touchpointCode: 'text | null',
  createdAt: 'timestamptz',
  editedVersion: 'int | null',
  editsUntil: 'int',
  authorId: 'bigint',
  authorLogin: typed<LoginKind>('text'),
  authorFirstname: 'text',
  authorEmail: 'text',
})

export type CommentRow = RowOf<typeof commentColumns>

/** Whether the comment was there, and the caller may see it. */
const isVisible = `c.version <= k.up_to_version and (not c.internal or k.internal)
    and (c.removed_version is null or c.removed_version > k.edits_until)`

const pagesIn = (order: 'asc' | 'desc') =>
  statement(
    `
select k.ordinal::int, l.*
from ${pageKeys}
cross join lateral (
  select c.case_id, c.version, c.position, c.internal,
    c.text, c.edited_version, k.edits_until,
    case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end as touchpoint_code,
    coalesce(c.imported_at, e.at) as created_at,
    p.id as author_id, p.kind as author_login, p.firstname as author_firstname, p.email as author_email
  from case_comments c
  join case_events e on e.case_id = c.case_id and e.version = c.version
  left join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
  where c.case_id = k.case_id
    and (c.version, c.position) > (k.after_version, k.after_position)
    and (c.version, c.position) < (k.before_version, k.before_position)
    and ${isVisible}
  order by c.version ${order}, c.position ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}, l.position ${order}`,
    commentColumns,
  )

const count = statement(
  `
select k.ordinal::int, l.total
from ${listKeys}
cross join lateral (
  select count(*)::int as total from case_comments c where c.case_id = k.case_id and ${isVisible}
) l`,
  countColumns,
)

/** The comments of a case, in the order in which they were added. */
export const commentPages: ListStatements<CommentRow> = {
  forward: pagesIn('asc'),
  backward: pagesIn('desc'),
  count,
}

export function commentBytes({ text }: CommentRow): number {
  return Buffer.byteLength(text)
}
