import { createHash } from 'node:crypto'
import { RequestError } from '../errors/request-error.ts'
import type { AttachmentSettings } from '../settings/attachment-settings.ts'
import { isAccepted, recognisedType } from './media-type.ts'
import { inParts } from './parts.ts'
import type { Scanner } from './scanner.ts'

/** What is known of a content when all of it has been received. */
export interface ContentFacts {
  /** In bytes. */
  size: number
  mediaType: string
  /** In hexadecimal digits. */
  sha256: string
}

interface Limits extends Pick<AttachmentSettings, 'maximumSize' | 'types'> {
  scanner: Scanner | undefined
}

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
    const scan = await this.#limits.scanner?.begin()
    try {
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
      const mediaType = this.#recognised ?? (this.#endsAsText() ? 'text/plain' : 'application/octet-stream')
      if (!isAccepted(mediaType, this.#limits.types)) throw this.#unacceptable(mediaType)
      await scan?.finish()
      this.facts = { size: this.#size, mediaType, sha256: this.#hash.digest('hex') }
    } finally {
      scan?.close()
    }
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
    this.#recognised = await recognisedType(firstPart)
    const { types } = this.#limits
    const possible = this.#recognised === undefined ? ['text/plain', 'application/octet-stream'] : [this.#recognised]
    if (!possible.some((type) => isAccepted(type, types))) throw this.#unacceptable(possible[0]!)
  }

  #unacceptable(mediaType: string): RequestError {
    const types = this.#limits.types?.join(', ')
    return new RequestError('UNSUPPORTED_MEDIA_TYPE', `The content is ${mediaType}. It must be one of: ${types}.`)
  }

  /** A text is not recognised by its first part, so all of it must be UTF-8. */
  #noteText(part: Uint8Array): void {
    if (!this.#isUtf8 || this.#recognised !== undefined) return
    try {
      this.#utf8.decode(part, { stream: true })
    } catch {
      this.#isUtf8 = false
    }
  }

  #endsAsText(): boolean {
    try {
      this.#utf8.decode()
      return this.#isUtf8
    } catch {
      return false
    }
  }
}

export function tooLarge(maximumSize: number): RequestError {
  return new RequestError('PAYLOAD_TOO_LARGE', `The content must have at most ${maximumSize} bytes.`)
}
