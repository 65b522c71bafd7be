import { randomUUID } from 'node:crypto'
import type { RequestContext } from '../context.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import { authenticate } from '../viewer/authenticate.ts'
import { requireUploaderLogin } from '../viewer/login.errors.ts'
import { throwUnauthenticated } from '../viewer/viewer.ts'
import { beginUpload, finishUpload, lockUploader } from './attachment-rows.ts'
import { fileNameProblem } from './file-name.ts'
import { ReceivedContent, tooLarge } from './received-content.ts'

const maxima = { session: 10, address: 50, total: 100 }
/** How many files of a person may be uploaded and not yet part of a comment. Together they may have ten times the maximum size. */
const maximumFree = 100
const maximumFreeSizes = 10

export interface SentFile {
  name: string | undefined
  /** The number of bytes, if the caller has announced it. */
  size: number | undefined
  /** Nothing is read from it before the caller is known. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores a file for a comment, and returns its UUID. Throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, PAYLOAD_TOO_LARGE,
 * UNSUPPORTED_MEDIA_TYPE, ATTACHMENT_REJECTED, RATE_LIMITED and UNAVAILABLE. Then nothing is stored. Login: operator or party.
 */
export async function uploadAttachment(context: RequestContext, sent: SentFile): Promise<string> {
  const { attachments } = context.services
  try {
    return await receive(context, sent)
  } catch (error) {
    const code = error instanceof RequestError ? error.code : 'ABORTED'
    attachments.refusals[code] = (attachments.refusals[code] ?? 0) + 1
    throw error
  }
}

async function receive(context: RequestContext, { name: sentName, size, body }: SentFile): Promise<string> {
  const { attachments } = context.services
  const { settings, stores, scanner, limits, uploading } = attachments
  const { viewer } = await authenticate(context)
  requireUploaderLogin(viewer)
  if (settings.maximumSize === 0)
    throw new RequestError('FORBIDDEN', 'Files cannot be uploaded: ATTACHMENT_MAX_SIZE is 0.')
  const name = requireName(sentName)
  if (size !== undefined && size > settings.maximumSize) throw tooLarge(settings.maximumSize)
  using _ = limits.uploads.begin(context, maxima, { held: 'uploads' })
  const id = randomUUID()
  await begin(context, { id, personId: viewer.personId, name, size: size ?? 0 })
  uploading.add(id)
  try {
    const content = new ReceivedContent(body, { ...settings, scanner })
    await stores.used.write(id, content.parts(), size)
    await finish(context, id, viewer.personId, content)
    return id
  } catch (error) {
    // If it fails too, the sweep removes what is left.
    await attachments.abandon(id, error).catch(() => {})
    throw error
  } finally {
    uploading.delete(id)
  }
}

function requireName(name = ''): string {
  const problem = fileNameProblem(name)
  if (problem === null) return name
  throw invalidInput([{ message: `name ${problem}.`, parameter: 'name' }])
}

interface NewFile {
  id: string
  personId: number
  name: string
  size: number
}

/** The row is there before the content, so that the sweep finds what is left of an upload that ends with its process. */
async function begin(context: RequestContext, { id, personId, name, size }: NewFile): Promise<void> {
  const { database, attachments } = context.services
  const most = [maximumFree, attachments.settings.maximumSize * maximumFreeSizes]
  const hasBegun = await database.transaction(async (transaction) => {
    const [person] = await transaction.run(lockUploader, [personId])
    if (!person) throwUnauthenticated(context)
    const rows = await transaction.run(beginUpload, [id, personId, attachments.stores.used.name, name, size, ...most])
    return rows.length > 0
  })
  if (!hasBegun) throw tooManyFree(attachments.settings.maximumSize)
}

async function finish(
  context: RequestContext,
  id: string,
  personId: number,
  { facts }: ReceivedContent,
): Promise<void> {
  const { database, attachments } = context.services
  const { maximumSize } = attachments.settings
  const { size, mediaType, sha256 } = facts!
  const row = await database.transaction(async (transaction) => {
    const [person] = await transaction.run(lockUploader, [personId])
    if (!person) throwUnauthenticated(context)
    const [found] = await transaction.run(finishUpload, [id, size, mediaType, sha256, maximumSize * maximumFreeSizes])
    return found!
  })
  if (row.finished) attachments.bytes.received += size
  else if (!row.fits) throw tooManyFree(maximumSize)
  else throw new RequestError('UNAVAILABLE', 'The upload made no progress for too long. Nothing was stored.')
}

function tooManyFree(maximumSize: number): RequestError {
  return new RequestError(
    'RATE_LIMITED',
    `At most ${maximumFree} files of a person, and ${maximumSize * maximumFreeSizes} bytes, may wait to become part of a ` +
      'comment. Add them to comments, delete them, or wait: they are removed after 24 hours.',
  )
}
