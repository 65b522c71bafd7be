import { readCase } from '../cases/read/read-case.ts'
import { casePages } from '../cases/timeline/page-loader.ts'
import type { RequestContext } from '../context.ts'
import { batchedBy } from '../database/statements/batched.ts'
import { columns, type RowOf } from '../database/statements/columns.ts'
import { uuidOf } from '../node-id.ts'
import { authenticate } from '../viewer/authenticate.ts'
import { canSeeInternal } from '../viewer/viewer.ts'
import { attachmentColumns, attachmentSelect, placeColumns, placeSelect } from './attachment-rows.ts'

export type AttachmentRow = RowOf<typeof attachmentColumns>

const attachmentById = batchedBy(
  { attachmentId: 'uuid' },
  (keys) => `
select k.ordinal::int, ${attachmentSelect}, a.case_id, coalesce(c.internal, false) as internal
from ${keys}
join attachments a on a.id = k.attachment_id and a.sha256 is not null
  and (a.remove_at is null or a.remove_at > statement_timestamp())
left join case_comments c on c.case_id = a.case_id and c.version = a.version and c.position = a.position`,
  columns({ ...attachmentColumns, caseId: 'bigint | null', internal: 'boolean' }),
)

/**
 * A file by its ID. Null if it does not exist, if it is part of a comment that the caller cannot see, or if it is not part of one and
 * another person uploaded it.
 */
export async function readAttachment(context: RequestContext, id: string): Promise<AttachmentRow | null> {
  const { viewer, services } = await authenticate(context)
  const attachmentId = uuidOf('attachment', id)
  const found = attachmentId === undefined ? undefined : await services.database.load(attachmentById, { attachmentId })
  if (!found) return null
  const { caseId, internal, ...attachment } = found
  if (caseId === null) return attachment.uploaderId === viewer.personId ? attachment : null
  if (internal && !canSeeInternal(viewer)) return null
  return (await readCase(context, `${caseId}`)) ? attachment : null
}

/** The files of a comment in their order. */
export const attachmentsOfComment = batchedBy(
  { caseId: 'bigint', version: 'int', position: 'int' },
  (keys) => `
select k.ordinal::int, ${attachmentSelect}
from ${keys}
join attachments a on a.case_id = k.case_id and a.version = k.version and a.position = k.position
order by k.ordinal, a.number`,
  attachmentColumns,
)

const pageColumns = columns({ ...attachmentColumns, ...placeColumns })

export type PlacedAttachment = RowOf<typeof pageColumns>

/** A comment has at most 10 files, so that this is the place of a file among those of its version. */
const place = 'a.position * 16 + a.number'

export const placeOf = ({ version, position, number }: PlacedAttachment) => [version!, position! * 16 + number!]

const files = `(
  select a.*, c.internal
  from attachments a
  join case_comments c on c.case_id = a.case_id and c.version = a.version and c.position = a.position
)`
const isVisible = 'a.version <= k.version and (not a.internal or k.internal)'

/** The files of the comments of a case that the viewer sees, in the order in which they were added. */
export const attachmentPages = casePages(pageColumns, {
  table: files,
  alias: 'a',
  condition: isVisible,
  pagesIn: (order, keys) => `
select k.ordinal::int, l.*
from ${keys}
cross join lateral (
  select ${attachmentSelect}, ${placeSelect}
  from ${files} a
  where a.case_id = k.case_id and ${isVisible}
    and (a.version, ${place}) > (k.after_version, k.after_position)
    and (a.version, ${place}) < (k.before_version, k.before_position)
  order by a.version ${order}, ${place} ${order}
  limit k.items
) l
order by k.ordinal, l.version ${order}, l.position ${order}, l.number ${order}`,
  bytesOf: ({ name }) => 300 + Buffer.byteLength(name),
})
