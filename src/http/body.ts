import type { IncomingMessage } from 'node:http'
import { RequestError } from '../errors.ts'

export const maximumBodyBytes = 256 * 1024
/** How much of a body that is too large is still read, so that its sender sees the answer. */
const maximumDiscardedBytes = 8 * 1024 * 1024

/** Throws UNSUPPORTED_MEDIA_TYPE unless the body is plain JSON in UTF-8. */
export function requireJson({ headers }: IncomingMessage): void {
  const [type, ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const utf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter),
  )
  const encoding = headers['content-encoding'] ?? 'identity'
  if (type !== 'application/json' || !utf8 || encoding !== 'identity') {
    throw new RequestError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json in UTF-8, not encoded.')
  }
}

/** Reads the body; throws PAYLOAD_TOO_LARGE as soon as it is known to be over the limit. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const tooLarge = () => {
      reject(new RequestError('PAYLOAD_TOO_LARGE', `The body must be at most ${maximumBodyBytes} bytes.`))
    }
    if (Number(request.headers['content-length']) > maximumBodyBytes) tooLarge()
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maximumBodyBytes) chunks.push(chunk)
      else if (size > maximumDiscardedBytes) request.destroy()
      else tooLarge()
    })
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws BAD_USER_INPUT where the bytes are no UTF-8, which would otherwise be kept as U+FFFD. */
export function decodeUtf8(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch (cause) {
    throw new RequestError('BAD_USER_INPUT', 'The body must be in UTF-8.', { cause })
  }
}

/** Throws BAD_USER_INPUT unless the body is a JSON object. */
export function parseJsonObject(body: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decodeUtf8(body))
  } catch (cause) {
    if (cause instanceof RequestError) throw cause
    throw new RequestError('BAD_USER_INPUT', 'The body must be JSON.', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestError('BAD_USER_INPUT', 'The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}
