import { defineEntity, p } from '@mikro-orm/core'
import { CaseComment } from '../cases/case.entity.ts'
import { Person } from '../people/people.entity.ts'

/** Where the content of a file is: in rows of `attachment_chunks`, or in an object of an S3 bucket. */
const attachmentStores = ['DATABASE', 'S3'] as const
export type AttachmentStoreName = (typeof attachmentStores)[number]

/**
 * A file. It is being uploaded or removed while `sha256` is null, then free, and then part of a comment. The row is there before
 * any of the content and until all of it is removed, so that no content is ever without a row.
 */
export const Attachment = defineEntity({
  name: 'Attachment',
  tableName: 'attachments',
  properties: {
    id: p.uuid().primary(),
    uploader: () => p.manyToOne(Person),
    store: p.enum(attachmentStores),
    name: p.text(),
    /** In bytes. During the upload, the size that the caller announced, or 0. */
    size: p.integer(),
    mediaType: p.text().nullable(),
    /** Of the content, in hexadecimal digits. */
    sha256: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When it is removed, with its content. Null if it is part of a comment. */
    removeAt: p.datetime().nullable(),
    /** Whether the sweep has taken it. An upload that comes too late does not find it. */
    removing: p.boolean().default(false),
    comment: () => p.manyToOne(CaseComment).joinColumns('case_id', 'version', 'position').nullable(),
    /** The place in the comment, from 1. */
    number: p.smallint().nullable(),
  },
  indexes: [
    {
      name: 'attachments_comment_index',
      expression:
        'create unique index attachments_comment_index on attachments (case_id, version, "position", number) ' +
        'where case_id is not null',
    },
    {
      name: 'attachments_free_index',
      expression: 'create index attachments_free_index on attachments (uploader_id) where case_id is null',
    },
    {
      name: 'attachments_remove_at_index',
      expression: 'create index attachments_remove_at_index on attachments (remove_at) where remove_at is not null',
    },
  ],
  checks: [
    {
      name: 'attachments_in_comment',
      expression:
        'CASE WHEN case_id IS NULL THEN version IS NULL AND "position" IS NULL AND number IS NULL AND remove_at IS NOT NULL ' +
        'ELSE version IS NOT NULL AND "position" IS NOT NULL AND number IS NOT NULL AND sha256 IS NOT NULL AND remove_at IS NULL END',
    },
  ],
})

/** A part of the content of a file in the database, at most 256 KiB. Not compressed: most files are already. */
export const AttachmentChunk = defineEntity({
  name: 'AttachmentChunk',
  tableName: 'attachment_chunks',
  properties: {
    attachment: () => p.manyToOne(Attachment).primary(),
    /** From 0. */
    number: p.integer().primary(),
    content: p.blob(),
  },
})
