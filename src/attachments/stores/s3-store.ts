import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { RequestError } from '../../errors/request-error.ts'
import type { S3Settings } from '../../settings/attachment-settings.ts'
import { type ByteRange, type ContentStore, partSize } from './content-store.ts'

/** How long the bucket may take to respond once it has the whole request, and between two parts of a content. */
const stallMs = 30_000

/** Contents as objects in an S3 bucket, under the prefix and the UUID. They are never overwritten. */
export class S3Store implements ContentStore {
  readonly name = 'S3'
  readonly #client: AwsClient
  readonly #base: string

  constructor({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, sessionToken }: S3Settings) {
    // Nothing is repeated: a body can be read once.
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, service: 's3', region, retries: 0 })
    // The bucket is part of the path, which all servers of this protocol support.
    this.#base = `${endpoint.replace(/\/+$/, '')}/${bucket}/${prefix}`
  }

  async write(id: string, parts: AsyncIterable<Uint8Array>, size: number | undefined): Promise<void> {
    if (size === undefined) return this.#writeSpooled(id, parts)
    await this.#put(id, parts, size)
  }

  /** S3 needs to know the size first. The file has no name, so that it goes with the process. */
  async #writeSpooled(id: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'casegate-'))
    const spool = await open(join(folder, 'upload'), 'w+').finally(() => rm(folder, { recursive: true, force: true }))
    try {
      let size = 0
      for await (const part of parts) {
        await spool.write(part, 0, part.length, size)
        size += part.length
      }
      await this.#put(id, spool.createReadStream({ start: 0, autoClose: false, highWaterMark: partSize }), size)
    } finally {
      await spool.close()
    }
  }

  async #put(id: string, parts: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const hash = createHash('md5')
    // The error of the parts. fetch would replace it with its own.
    let failure: { error: unknown } | undefined
    using stall = new StallTimer()
    const body = async function* () {
      try {
        for await (const part of lastHeldBack(parts)) {
          hash.update(part)
          stall.begin()
          yield part
          stall.end()
        }
        stall.begin()
      } catch (error) {
        failure = { error }
        stall.abort()
        throw error
      }
    }
    try {
      const response = await this.#send(id, 'PUT', {
        body: Readable.from(body(), { objectMode: false }) as unknown as ReadableStream,
        duplex: 'half',
        headers: { 'content-length': `${size}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        signal: stall.signal,
      })
      await response.body?.cancel()
      requireIntact(response, hash.digest('hex'))
    } catch (error) {
      throw failure ? failure.error : error
    }
  }

  async *read(id: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    using stall = new StallTimer()
    stall.begin()
    let left = end - start + 1
    const range = `bytes=${start}-${end}`
    const response = await this.#send(id, 'GET', { headers: { range }, signal: stall.signal })
    if (response.status !== 206 && start > 0) throw unavailable(new Error('The bucket ignores ranges.'))
    stall.begin()
    try {
      for await (const part of response.body ?? []) {
        left -= part.length
        if (left < 0) break
        stall.end()
        yield part
        stall.begin()
      }
    } catch (cause) {
      throw unavailable(cause)
    }
    if (left !== 0) throw unavailable(new Error(`The object of ${id} has another size.`))
  }

  async remove(id: string): Promise<void> {
    const response = await this.#send(id, 'DELETE', { signal: AbortSignal.timeout(stallMs) })
    await response.body?.cancel()
  }

  async check(): Promise<void> {
    const id = `doctor-${randomUUID()}`
    const content = Buffer.from('casegate')
    await this.write(id, Readable.from([content]), content.length)
    try {
      for await (const part of this.read(id, { start: 0, end: content.length - 1 })) {
        if (!content.equals(part)) throw unavailable(new Error('The bucket returned another content.'))
      }
    } finally {
      await this.remove(id)
    }
  }

  /** Throws UNAVAILABLE if the bucket does not respond, or with an error. */
  async #send(id: string, method: string, init: RequestInit & { duplex?: 'half' }): Promise<Response> {
    const url = `${this.#base}${id}`
    let response: Response
    try {
      const { body, signal, duplex, ...described } = init
      const { headers } = await this.#client.sign(url, { ...described, method })
      response = await fetch(url, {
        method,
        headers,
        redirect: 'error',
        ...(body && { body, duplex }),
        ...(signal && { signal }),
      } as RequestInit)
    } catch (cause) {
      throw unavailable(cause)
    }
    // Some servers report that an object was already removed.
    if (response.ok || (method === 'DELETE' && response.status === 404)) return response
    const text = await response.text().catch(() => '')
    throw unavailable(new Error(`${method} was answered with ${response.status}: ${text.slice(0, 500)}`))
  }
}

/** Aborts a request while the bucket makes no progress. What is being waited for begins and ends several times. */
class StallTimer extends AbortController {
  #timer: NodeJS.Timeout | undefined

  begin(): void {
    this.end()
    this.#timer = setTimeout(() => this.abort(), stallMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  [Symbol.dispose](): void {
    this.end()
    this.abort()
  }
}

/** The bucket gets the last part only if the parts end without an error: with it, the object would exist although it was refused. */
async function* lastHeldBack(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | undefined
  for await (const part of parts) {
    if (held) yield held
    held = part
  }
  if (held) yield held
}

/** The ETag of an object is the MD5 of its content, unless it is encrypted with a key of KMS or the caller. */
function requireIntact({ headers }: Response, md5: string): void {
  const tag = headers.get('etag')?.replaceAll('"', '') ?? ''
  const encryption = headers.get('x-amz-server-side-encryption') ?? ''
  const isMd5 = !encryption.startsWith('aws:') && !headers.has('x-amz-server-side-encryption-customer-algorithm')
  if (isMd5 && /^[0-9a-f]{32}$/.test(tag) && tag !== md5)
    throw unavailable(new Error('The bucket has another content.'))
}

function unavailable(cause: unknown): RequestError {
  return new RequestError('UNAVAILABLE', 'The store of the files cannot be used. Nothing was written.', { cause })
}
