import { columns, type RowOf, typed } from '../database/columns.ts'
import { statement } from '../database/statement.ts'
import type { LoginKind } from '../people/people.entity.ts'
import { pageKeys } from './page-loader.ts'

const commentColumns = columns({
  ordinal: 'int',
  version: 'int',
  position: 'smallint',
  text: 'text',
  internal: 'boolean',
  touchpointCode: 'text | null',
  createdAt: 'timestamptz',
  authorId: 'bigint',
  authorLogin: typed<LoginKind>('text'),
  authorFirstname: 'text',
  authorEmail: 'text',
})

export type CommentRow = RowOf<typeof commentColumns>

const pagesIn = (order: 'asc' | 'desc') =>
  statement(
    `
select k.ordinal::int, l.*
from ${pageKeys}
cross join lateral (
  select c.version, c.position, c.text, c.internal,
    case when c.imported_at is null then e.touchpoint_code else c.imported_touchpoint_code end as touchpoint_code,
    coalesce(c.imported_at, e.at) as created_at,
    p.id as author_id, p.kind as author_login, p.firstname as author_firstname, p.email as author_email
  from case_comments c
  join case_events e on e.case_id = c.case_id and e.version = c.version
  left join persons p on p.id = coalesce(c.imported_author_id, e.actor_id)
  where c.case_id = k.case_id
    and (c.version, c.position) > (k.after_version, k.after_position)
    and (c.version, c.position) < (k.before_version, k.before_position)
    and (not c.internal or k.internal)
  order by c.version ${order}, c.position ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}, l.position ${order}`,
    commentColumns,
  )

/** Pages of a case's comments, in the order in which they were added. */
export const commentPages = { forward: pagesIn('asc'), backward: pagesIn('desc') }

export function commentBytes({ text }: CommentRow): number {
  return Buffer.byteLength(text)
}
