import { columns, typed } from '../database/statements/columns.ts'
import { columnsOf, selectList } from '../database/statements/entity-columns.ts'
import { statement } from '../database/statements/statement.ts'
import { Attachment, type AttachmentStoreName } from './attachment.entity.ts'

/** How long a row is kept whose upload or removal makes no progress. The process that receives it renews the time. */
const leaseSql = `interval '2 minutes'`

/** A file that is not part of a comment yet. */
const unclaimed = 'case_id is null and remove_at > statement_timestamp()'

/** Of two uploads of a person, the second one waits, so that they cannot exceed the limits together. No row if the person was erased. */
export const lockUploader = statement(
  'select id from persons where id = $1::bigint and erased_at is null for no key update',
  { id: 'bigint' },
)

/** $1: the ID, $2: the person, $3: the store, $4: the name, $5: the announced size, $6 and $7: the most files and bytes of a person. */
export const beginUpload = statement(
  `
insert into attachments (id, uploader_id, store, name, size, remove_at)
select $1::uuid, $2::bigint, $3::text, $4::text, $5::int, statement_timestamp() + ${leaseSql}
from (
  select count(*) as files, coalesce(sum(size), 0) as bytes
  from attachments where uploader_id = $2::bigint and ${unclaimed}
) held
where held.files < $6::int and held.bytes + $5::int <= $7::bigint
returning id`,
  { id: 'uuid' },
)

/**
 * $1: the ID, $2: the size, $3: the media type, $4: the SHA-256, $5: the most bytes of a person. No row if the upload took so long
 * without renewal that it has been removed.
 */
export const finishUpload = statement(
  `
with held as (
  select coalesce(sum(size), 0) + $2::int <= $5::bigint as fits
  from attachments
  where uploader_id = (select uploader_id from attachments where id = $1::uuid) and id <> $1::uuid and ${unclaimed}
), finished as (
  update attachments a
  set size = $2::int, media_type = $3::text, sha256 = $4::text, remove_at = statement_timestamp() + interval '24 hours'
  from held
  where a.id = $1::uuid and a.sha256 is null and not a.removing and a.remove_at > statement_timestamp() and held.fits
  returning a.id
)
select fits, exists (select from finished) as finished from held`,
  { fits: 'boolean', finished: 'boolean' },
)

export const renewLeases = statement(`
update attachments set remove_at = statement_timestamp() + ${leaseSql}
where id = any($1::uuid[]) and sha256 is null and not removing`)

/** An upload that failed no longer counts towards the limit of its person. */
export const releaseSize = statement('update attachments set size = 0 where id = $1::uuid and sha256 is null')

/** The row of a content that has been removed. */
export const removeRow = statement('delete from attachments where id = $1::uuid and case_id is null and sha256 is null')

/** Takes files whose time is over, so that no request finds them. If their contents are not removed in time, they are taken again. */
export const takeExpired = statement(
  `
update attachments
set sha256 = null, removing = true, remove_at = statement_timestamp() + ${leaseSql}
where id = any(array(
  select id from attachments
  where remove_at < statement_timestamp()
  order by remove_at
  limit 20
  for update skip locked
))
returning id, store`,
  { id: 'uuid', store: typed<AttachmentStoreName>('text') },
)

/** Deletes a free file of the person: no request finds it any more, and the sweep removes its content. */
export const discard = statement(
  `
update attachments
set sha256 = null, remove_at = statement_timestamp()
where id = $1::uuid and uploader_id = $2::bigint and case_id is null and sha256 is not null
returning id`,
  { id: 'uuid' },
)

export const attachmentColumns = columns({
  ...columnsOf(Attachment, 'id', 'name', 'size', 'createdAt', 'store', 'uploaderId'),
  mediaType: 'text',
  sha256: 'text',
})
export const placeColumns = columnsOf(Attachment, 'caseId', 'version', 'position', 'number')

/** The select list of `attachmentColumns`, from `attachments a`. */
export const attachmentSelect = selectList('a', attachmentColumns)
export const placeSelect = selectList('a', placeColumns)
