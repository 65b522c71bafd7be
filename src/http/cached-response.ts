import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { addVary } from './headers/vary.ts'

const encoders = {
  br: (body: string | Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: string | Buffer) => promisify(gzip)(body, { level: 6 }),
}
type Encoding = keyof typeof encoders

/** There are few client programs, and each always sends the same Accept-Encoding. */
const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'], cache: new LRUCache({ max: 100 }) })

/** Shorter bodies hardly shrink. */
const minimumEncodedLength = 1024
/** Node sends a string together with the headers, but encodes it again for each response. */
const maximumStringLength = 4096

/** A body that is sent many times. Its tag and its encoded variants are computed once, on first use. */
export class CachedResponse {
  readonly #body: string | Buffer
  readonly #variants = new Map<Encoding, Buffer | Promise<Buffer>>()
  readonly #tagPrefix: string
  #tag: string | undefined

  /** The tag of the body starts with that of the state that it represents, if there is one. */
  constructor(text: string, stateTag?: string) {
    this.#tagPrefix = stateTag === undefined ? '' : `${stateTag}.`
    this.#body = text.length < maximumStringLength ? text : Buffer.from(text)
  }

  /** The opaque part of the strong tag of the body without encoding. */
  get tag(): string {
    return (this.#tag ??= this.#tagPrefix + hash('sha256', this.#body, 'base64url'))
  }

  /** Sends the body in the encoding that the caller prefers. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    return this.#sendAs(this.#encodingFor(request), reply)
  }

  /**
   * Sends the body with a strong tag, or 304 if the caller has it in any encoding. Each encoding has a different tag
   * (RFC 9110, section 8.8.3.3). The response must vary by Accept-Encoding.
   */
  sendTagged(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const { tag } = this
    const ifNoneMatch = request.headers['if-none-match']
    const held = ifNoneMatch && heldTag(ifNoneMatch, [`"${tag}"`, `"${tag}.br"`, `"${tag}.gzip"`])
    if (held) return reply.code(304).header('etag', held).removeHeader('content-type').send()
    const encoding = this.#encodingFor(request)
    reply.header('etag', encoding ? `"${tag}.${encoding}"` : `"${tag}"`)
    return this.#sendAs(encoding, reply)
  }

  /** The body in an encoding; concurrent callers share one computation. */
  variant(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#variants.get(encoding)
    if (known) return known
    const encoded = encoders[encoding](this.#body)
    this.#variants.set(encoding, encoded)
    encoded.then(
      (body) => this.#variants.set(encoding, body),
      () => this.#variants.delete(encoding),
    )
    return encoded
  }

  #encodingFor({ headers }: FastifyRequest): Encoding | undefined {
    const accepted = headers['accept-encoding']
    if (accepted === undefined || this.#body.length < minimumEncodedLength) return undefined
    const preferred = negotiator.negotiate(accepted)
    return preferred === 'br' || preferred === 'gzip' ? preferred : undefined
  }

  #sendAs(encoding: Encoding | undefined, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    reply.serializer(String)
    if (!encoding) return reply.send(this.#body)
    addVary(reply, 'Accept-Encoding').header('content-encoding', encoding)
    const body = this.variant(encoding)
    return Buffer.isBuffer(body) ? reply.send(body) : body.then((ready) => reply.send(ready))
  }
}

/** The first tag in If-None-Match that is current, if any. */
export function heldTag(ifNoneMatch: string, current: readonly string[]): string | undefined {
  if (ifNoneMatch.trim() === '*') return current[0]
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.find((tag) => current.includes(tag))
}
