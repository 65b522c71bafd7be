import type { RequestContext } from '../context.ts'
import { typed } from '../database/statements/columns.ts'
import { statement } from '../database/statements/statement.ts'
import { RequestError } from '../errors/request-error.ts'
import { uuidOf } from '../node-id.ts'
import type { AttachmentStoreName } from './attachment.entity.ts'
import type { ByteRange } from './stores/content-store.ts'

const maximumOfSession = 20

const storeOf = statement('select store from attachments where id = $1::uuid and sha256 is not null', {
  store: typed<AttachmentStoreName>('text'),
})

/**
 * Reads a part of the content of a file that the caller sees, by its ID. It counts as a download until the callback is called. Throws
 * RATE_LIMITED, and UNAVAILABLE if its store cannot be used.
 */
export function readContent(
  context: RequestContext,
  id: string,
  range: ByteRange,
  onEnd: (end: () => void) => void,
): AsyncIterable<Uint8Array> {
  const { downloads } = context.services.attachments.limits
  const download = downloads.begin(context, { session: maximumOfSession }, { held: 'downloads' })
  onEnd(() => download[Symbol.dispose]())
  return partsOf(context, uuidOf('attachment', id)!, range)
}

async function* partsOf({ services }: RequestContext, id: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const { database, attachments } = services
  const [found] = await database.run(storeOf, [id])
  if (!found) throw new RequestError('UNAVAILABLE', 'The file has just been removed.')
  for await (const part of attachments.stores.of(found.store).read(id, range)) {
    attachments.bytes.sent += part.length
    yield part
  }
}
