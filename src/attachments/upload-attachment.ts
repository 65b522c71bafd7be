import { randomUUID } from 'node:crypto'
import type { RequestContext } from '../context.ts'
import type { Statement } from '../database/statements/statement.ts'
import { invalidInput, RequestError } from '../errors/request-error.ts'
import { authenticate } from '../viewer/authenticate.ts'
import { requireUploaderLogin } from '../viewer/login.errors.ts'
import { throwUnauthenticated, type Viewer } from '../viewer/viewer.ts'
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

async function receive(context: RequestContext, { name = '', size, body }: SentFile): Promise<string> {
  const { attachments } = context.services
  const { settings, stores, limits, uploading } = attachments
  const { maximumSize } = settings
  const { viewer } = await authenticate(context)
  requireUploaderLogin(viewer)
  if (maximumSize === 0) throw new RequestError('FORBIDDEN', 'Files cannot be uploaded: ATTACHMENT_MAX_SIZE is 0.')
  const problem = fileNameProblem(name)
  if (problem !== null) throw invalidInput([{ message: `name ${problem}.`, parameter: 'name' }])
  if (size !== undefined && size > maximumSize) throw tooLarge(maximumSize)
  using _ = limits.uploads.begin(context, maxima, { held: 'uploads' })
  const id = randomUUID()
  const most = maximumSize * maximumFreeSizes
  // The row is there before the content, so that the sweep finds what is left of an upload that ends with its process.
  const newFile = [id, viewer.personId, stores.used.name, name, size ?? 0, maximumFree, most]
  if (!(await runAlone(context, viewer, beginUpload, newFile))) throw tooManyFree(most)
  uploading.add(id)
  try {
    const content = new ReceivedContent(body, settings)
    await stores.used.write(id, content.parts(), size)
    const facts = content.facts!
    const stored = [id, facts.size, facts.mediaType, facts.sha256, most]
    const { finished, fits } = (await runAlone(context, viewer, finishUpload, stored))!
    if (!fits) throw tooManyFree(most)
    if (!finished) {
      throw new RequestError('UNAVAILABLE', 'The upload made no progress for too long. Nothing was stored.')
    }
    attachments.bytes.received += facts.size
    return id
  } catch (error) {
    // If it fails too, the sweep removes what is left.
    await attachments.abandon(id, error).catch(() => {})
    throw error
  } finally {
    uploading.delete(id)
  }
}

/** Runs a statement while no other upload of the person does. Throws UNAUTHENTICATED if the person was erased. */
function runAlone<Row>(
  context: RequestContext,
  { personId }: Viewer,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row | undefined> {
  return context.services.database.transaction(async (transaction) => {
    const [person] = await transaction.run(lockUploader, [personId])
    if (!person) throwUnauthenticated(context)
    return (await transaction.run(statement, values))[0]
  })
}

function tooManyFree(most: number): RequestError {
  return new RequestError(
    'RATE_LIMITED',
    `At most ${maximumFree} files of a person, and ${most} bytes, may wait to become part of a comment. Add them to comments, ` +
      'delete them, or wait: they are removed after 24 hours.',
  )
}
