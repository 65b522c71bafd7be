import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import { beginScan } from './clamd.ts'
import { inParts } from './stores/content-store.ts'

/** What is known of a content when all of it has been received. */
interface ContentFacts {
  /** In bytes. */
  size: number
  mediaType: string
  /** In hexadecimal digits. */
  sha256: string
}

type Limits = Pick<AttachmentSettings, 'maximumSize' | 'types' | 'scanner'>

/**
 * The parts of a content that is being received, each of `partSize` except for the last one. They fail with PAYLOAD_TOO_LARGE,
 * UNSUPPORTED_MEDIA_TYPE, BAD_USER_INPUT if it is empty, and with the errors of a scan, at the latest when the last part has been
 * taken. `facts` is there when they have ended.
 */
export class ReceivedContent {
  facts: ContentFacts | undefined
  readonly #body: AsyncIterable<Uint8Array>
  readonly #limits: Limits
  readonly #hash = createHash('sha256')
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #size = 0
  #recognised: string | undefined

  constructor(body: AsyncIterable<Uint8Array>, limits: Limits) {
    this.#body = body
    this.#limits = limits
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    const { scanner } = this.#limits
    using scan = scanner && (await beginScan(scanner))
    for await (const part of inParts(this.#limited())) {
      if (this.#size === 0) await this.#requireAccepted(part)
      this.#size += part.length
      this.#hash.update(part)
      this.#noteText(part)
      await scan?.add(part)
      yield part
    }
    if (this.#size === 0)
      throw new RequestError('BAD_USER_INPUT', 'The body must not be empty: it is the content of the file.')
    const mediaType = this.#recognised ?? (this.#isText() ? 'text/plain' : 'application/octet-stream')
    this.#requireType([mediaType])
    await scan?.finish()
    this.facts = { size: this.#size, mediaType, sha256: this.#hash.digest('hex') }
  }

  /** The body. Throws as soon as it is too large. */
  async *#limited(): AsyncGenerator<Uint8Array> {
    let received = 0
    for await (const chunk of this.#body) {
      received += chunk.length
      if (received > this.#limits.maximumSize) throw tooLarge(this.#limits.maximumSize)
      yield chunk
    }
  }

  async #requireAccepted(firstPart: Uint8Array): Promise<void> {
    this.#recognised = (await fileTypeFromBuffer(firstPart))?.mime
    this.#requireType(this.#recognised === undefined ? ['text/plain', 'application/octet-stream'] : [this.#recognised])
  }

  /** Throws UNSUPPORTED_MEDIA_TYPE unless one of the media types that the content may have is accepted. */
  #requireType(possible: readonly string[]): void {
    const { types } = this.#limits
    if (!types || possible.some((type) => types.some((each) => isOfType(type, each)))) return
    const message = `The content is ${possible[0]}. It must be one of: ${types.join(', ')}.`
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', message)
  }

  /** A text is not recognised by its first part, so all of it must be UTF-8. */
  #noteText(part?: Uint8Array): void {
    if (!this.#isUtf8 || this.#recognised !== undefined) return
    try {
      this.#utf8.decode(part, { stream: part !== undefined })
    } catch {
      this.#isUtf8 = false
    }
  }

  /** Also judges a character that was not complete. */
  #isText(): boolean {
    this.#noteText()
    return this.#isUtf8
  }
}

/** Whether a media type is one such as `application/pdf`, or of a kind such as `image/*`. */
function isOfType(mediaType: string, accepted: string): boolean {
  return accepted.endsWith('/*') ? mediaType.startsWith(accepted.slice(0, -1)) : mediaType === accepted
}

export function tooLarge(maximumSize: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', `The content must have at most ${maximumSize} bytes.`)
}
