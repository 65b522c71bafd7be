import {
  deleteAttachmentRoute,
  readAttachmentContentRoute,
  readAttachmentRoute,
  uploadAttachmentRoute,
} from '../attachments/attachment.rest.ts'

const operations = [uploadAttachmentRoute, readAttachmentRoute, readAttachmentContentRoute, deleteAttachmentRoute]

/**
 * The operations of REST for files, below /desk: browsers send the cookie of the session only there, and an image in a page can send
 * no header.
 */
export const deskAttachmentRoutes = operations.map((route) => ({
  ...route,
  path: route.path.replace('/api/v4/', '/desk/'),
}))
