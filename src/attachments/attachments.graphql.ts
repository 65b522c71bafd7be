import { CaseObject } from '../cases/case.graphql.ts'
import { CommentObject } from '../cases/timeline/comments.graphql.ts'
import { listOf } from '../cases/timeline/page-loader.ts'
import { listOfCase } from '../cases/timeline/page-loader.ts'
import { nodeKinds } from '../cases/read/node.graphql.ts'
import { builder } from '../graphql/schema/builder.ts'
import { connectionTypes, isKeyOfIntegers, resolveConnection } from '../graphql/schema/connection.ts'
import { defineMutation } from '../graphql/schema/mutation.ts'
import { NodeInterface } from '../graphql/schema/node.ts'
import { nodeId } from '../node-id.ts'
import { attachmentErrors } from './attachment.errors.ts'
import { deleteAttachment } from './delete-attachment.ts'
import {
  attachmentPages,
  type AttachmentRow,
  attachmentsOfComment,
  type PlacedAttachment,
  placeOf,
  readAttachment,
} from './read-attachments.ts'

const AttachmentObject = builder.objectRef<AttachmentRow>('Attachment').implement({
  description: 'A file that was uploaded to be part of a comment.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the file, for example "attachment:3f0c8d3e-6a5b-4f0e-9c39-0c6f8d0f7a11".',
      resolve: ({ id }) => nodeId('attachment', id),
    }),
    name: t.exposeString('name', { description: 'The name, as the uploader gave it.' }),
    size: t.exposeInt('size', { description: 'The number of bytes.' }),
    mediaType: t.exposeString('mediaType', {
      description:
        'The media type, as recognised from the content. Otherwise `text/plain` for valid UTF-8, and `application/octet-stream` ' +
        'for everything else.',
    }),
    sha256: t.exposeString('sha256', { description: 'The SHA-256 of the content in hexadecimal digits.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the upload began.' }),
    contentPath: t.string({
      description: 'Where the content is: a path of the REST API.',
      resolve: ({ id }) => `/api/v4/attachments/${id}/content`,
    }),
  }),
})

nodeKinds['attachment'] = { type: AttachmentObject, load: (context, _key, id) => readAttachment(context, id) }

builder.objectField(CommentObject, 'attachments', (t) =>
  t.field({
    type: [AttachmentObject],
    description: 'The files of the comment, in the order in which they were named. There are at most 10.',
    extensions: { items: 2 },
    resolve: (comment, _args, { services }) =>
      comment.attachments === 0 ? [] : services.database.loadAll(attachmentsOfComment, comment),
  }),
)

const isKey = isKeyOfIntegers(2)

builder.objectField(CaseObject, 'attachments', (t) =>
  t.connection(
    {
      type: AttachmentObject,
      description: 'The files of the comments that the caller sees, the oldest first, 20 per page by default.',
      extensions: { cost: 10, isKey },
      resolve: (row, args, { services, viewer, responseBudget }) =>
        resolveConnection(args, {
          isKey,
          keyOf: (file: PlacedAttachment) => placeOf(file),
          ...listOfCase(services.database, attachmentPages, listOf(row, viewer), responseBudget),
        }),
    },
    ...connectionTypes('Attachment', 'A file', 'files'),
  ),
)

defineMutation('deleteAttachment', {
  description:
    'Deletes a file that the caller uploaded and that is not yet part of a comment. Login: operator, party, consumer or admin.',
  input: builder.inputType('DeleteAttachmentInput', {
    description: 'The file to delete.',
    fields: (t) => ({ attachmentId: t.id({ required: true, description: 'The ID of the file.' }) }),
  }),
  argument: 'The file to delete.',
  payload: (t) => ({ attachmentId: t.exposeID('attachmentId', { description: 'The ID of the deleted file.' }) }),
  result: 'The ID of the deleted file, or the problem that prevented its deletion.',
  errors: attachmentErrors.deleteAttachment,
  resolve: deleteAttachment,
})
