import type { RequestContext } from '../context.ts'
import type { Problem } from '../errors/problems.ts'
import { recordOutcome } from '../mutation/record-outcome.ts'
import { uuidOf } from '../node-id.ts'
import { authenticate } from '../viewer/authenticate.ts'
import type { Viewer } from '../viewer/viewer.ts'
import { discard } from './attachment-rows.ts'

type DeleteAttachmentResult = { problems: Problem<'invalidId'>[] } | { viewer: Viewer; attachmentId: string }

const unknown = {
  code: 'invalidId' as const,
  message:
    'attachmentId must be the ID of a file that the caller uploaded and that is not part of a comment. Such files are ' +
    'removed after 24 hours.',
  path: ['attachmentId'],
}

/** Deletes a file that the caller uploaded and that is not part of a comment. */
export async function deleteAttachment(
  context: RequestContext,
  { attachmentId }: { attachmentId: string },
): Promise<DeleteAttachmentResult> {
  const { viewer, services } = await authenticate(context)
  const id = uuidOf('attachment', attachmentId)
  const rows = id === undefined ? [] : await services.database.run(discard, [id, viewer.personId])
  const result = rows.length === 0 ? { problems: [unknown] } : { viewer, attachmentId }
  return recordOutcome(context, {}, result)
}
