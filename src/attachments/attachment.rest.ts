import type { FastifyRequest } from 'fastify'
import { ofCase } from '../cases/case.rest.ts'
import { sendBinary } from '../http/binary-response.ts'
import { receiveBody } from '../http/requests/streamed-body.ts'
import { queryOf } from '../http/requests/request-context.ts'
import { mutationRoute, sendJson } from '../rest/mutation-route.ts'
import { pageRoute } from '../rest/page-route.ts'
import { textParameter } from '../rest/query-parameters.ts'
import { notFound, readRoute, requireFound } from '../rest/read-route.ts'
import { idParameter, type RestRequest, type RestResult, type Route } from '../rest/route.ts'
import { sendBody } from '../rest/tagged-response.ts'
import { requireUploaderLogin } from '../viewer/login.errors.ts'
import { readContent } from './read-content.ts'
import { uploadAttachment } from './upload-attachment.ts'

const path = '/api/v4/attachments'
const ofAttachment = `${path}/:attachmentId`

const selection = 'id name size mediaType sha256 createdAt contentPath'

/** The ID of a file by its ID or its UUID. */
const idOf = (request: RestRequest) => idParameter(request, 'attachmentId', 'attachment')

export const uploadAttachmentRoute: Route = {
  operation: 'uploadAttachment',
  method: 'POST',
  path,
  requireLogin: requireUploaderLogin,
  document: `
query UploadAttachment($id: ID!) {
  attachment: node(id: $id) {
    ... on Attachment { ${selection} }
  }
  viewer { firstname email }
}`,
  toVariables: () => ({}),
  async receive(request: FastifyRequest) {
    const { body, size } = receiveBody(request)
    const name = textParameter(queryOf(request), 'name')
    return { id: `attachment:${await uploadAttachment(request.context, { name, size, body })}` }
  },
  send(reply, result: RestResult) {
    const attachment = requireFound<{ id: string }>(result, 'attachment', 'attachment')
    const simpleProfile = result.data?.['viewer']
    reply.header('location', `${path}/${attachment.id.slice(attachment.id.indexOf(':') + 1)}`)
    return sendJson(reply, 201, { context: { simpleProfile }, attachment })
  },
  openapi: {
    summary: 'Upload a file',
    description:
      'Stores the bytes of the body as a file, whatever its `Content-Type` is. Name the ID of the file in `attachmentIds` of a ' +
      'comment. A file that is not part of a comment is removed after 24 hours. A person can have at most 100 such files, and ten ' +
      'times the maximum size. Login: operator or party.',
    status: 201,
    success: 'The file.',
    errors: {},
    conditional: false,
    headers: ['Location'],
    required: [],
    body: {},
    hasContext: true,
    received: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'The name of the file, without control characters, `/` and `\\`.',
      },
    },
  },
}

export const readAttachmentRoute = readRoute({
  operation: 'readAttachment',
  path: ofAttachment,
  summary: 'Read the metadata of a file',
  description:
    'Returns a file without its content. It can be accessed like its comment, or by its uploader if it is not yet part of a ' +
    'comment. Login: operator or party.',
  document: `
query Attachment($id: ID!) {
  attachment: node(id: $id) {
    ... on Attachment { ${selection} }
  }
}`,
  toVariables: (request) => ({ id: idOf(request) }),
  send(reply, { data }) {
    if (!data?.['attachment']) throw notFound('attachment')
    return sendBody(reply, data)
  },
})

/** Images that browsers show in place. They contain no scripts. */
const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

type SentContent = Record<'id' | 'name' | 'mediaType' | 'sha256', string> & { size: number }

export const readAttachmentContentRoute: Route = {
  ...readRoute({
    operation: 'readAttachmentContent',
    path: `${ofAttachment}/content`,
    summary: 'Download a file',
    description:
      'Returns the content of a file, or one range of it. The `ETag` is its SHA-256. Browsers show images in PNG, JPEG, GIF, WebP ' +
      'and AVIF, and save everything else. Login: operator or party.',
    document: `
query AttachmentContent($id: ID!) {
  attachment: node(id: $id) {
    ... on Attachment { id name size mediaType sha256 }
  }
}`,
    toVariables: (request) => ({ id: idOf(request) }),
    send(reply, result) {
      const { id, name, size, mediaType, sha256 } = requireFound<SentContent>(result, 'attachment', 'attachment')
      return sendBinary(reply, {
        tag: sha256,
        size,
        mediaType: mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType,
        name,
        isShown: shownTypes.has(mediaType),
        read: (range, onEnd) => readContent(reply.request.context, id, range, onEnd),
      })
    },
    mediaType: '*/*',
    response: { description: 'The content.', type: 'string', format: 'binary' },
  }),
  isUnencoded: true,
}

export const deleteAttachmentRoute = mutationRoute({
  operation: 'deleteAttachment',
  method: 'DELETE',
  path: ofAttachment,
  summary: 'Delete a file',
  description:
    'Deletes a file that the caller uploaded and that is not yet part of a comment. Login: operator, party, consumer or admin.',
  status: 204,
  success: 'The file is deleted.',
  payload: 'attachmentId',
  fieldsOutsideBody: (request) => ({ attachmentId: idOf(request) }),
  named: 'attachment',
})

export const caseAttachmentsRoute = pageRoute({
  operation: 'caseAttachments',
  path: '/api/v4/cases/:caseInstanceId/attachments',
  owner: ofCase,
  summary: 'List the files of a case',
  field: 'attachments',
  nodes: selection,
})
