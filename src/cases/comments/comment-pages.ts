import { columns, type RowOf, typed } from '../../database/columns.ts'
import { columnsOf, selectList } from '../../database/entity-columns.ts'
import type { LoginKind } from '../../people/people.entity.ts'
import { CaseComment } from '../case.entity.ts'
import { casePages } from '../paging/page-loader.ts'

const storedColumns = columnsOf(CaseComment, 'caseId', 'version', 'position', 'text', 'internal', 'editedVersion')

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

export type CommentRow = RowOf<typeof commentColumns>

/** Whether the comment was there, and the caller may see it. */
const isVisible = `c.version <= k.version and (not c.internal or k.internal)
    and (c.removed_version is null or c.removed_version > k.edits_until)`

// With `offset 0`, PostgreSQL looks up the event of each comment, if it was not imported, instead of reading all of the case.
const pagesIn = (order: 'asc' | 'desc', keys: string) => `
select k.ordinal::int, l.*
from ${keys}
cross join lateral (
  select ${selectList('c', storedColumns)}, k.edits_until,
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

/** The comments of a case, in the order in which they were added. */
export const commentPages = casePages(commentColumns, {
  table: 'case_comments',
  alias: 'c',
  condition: isVisible,
  pagesIn,
  bytesOf: ({ text }) => Buffer.byteLength(text),
})
