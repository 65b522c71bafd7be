import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { RequestError } from '../errors.ts'

const maximumBodyBytes = 256 * 1024

/** A response sent while the caller is still sending is lost when the connection closes. */
const maximumDiscardedBytes = 8 * 1024 * 1024

/**
 * Passes bodies to the handlers of this scope unparsed. Fastify's parser would report errors with its own messages, and
 * would respond to a body that is too large before it has been sent.
 */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    const chunks: Buffer[] = []
    let length = 0
    const read = (chunk: Buffer) => {
      length += chunk.length
      if (length <= maximumBodyBytes) chunks.push(chunk)
      else if (length > maximumDiscardedBytes) end()
    }
    const end = () => {
      payload.off('data', read).off('end', end).off('error', done)
      if (length <= maximumBodyBytes) done(null, Buffer.concat(chunks, length))
      else done(new RequestError('PAYLOAD_TOO_LARGE', `The body must be at most ${maximumBodyBytes} bytes.`))
    }
    payload.on('data', read).once('end', end).once('error', done)
  })
}

/** Rejects a request whose body is not plain JSON in UTF-8 before the body is read. */
export const requireJson: onRequestHookHandler = (request, _reply, next) => {
  const { headers } = request.raw
  if (!isJson(headers)) {
    return next(
      new RequestError(
        'UNSUPPORTED_MEDIA_TYPE',
        'The body must be sent as application/json in UTF-8, without a content encoding.',
      ),
    )
  }
  // Fastify would reject spellings that are correct, such as "application/json;".
  headers['content-type'] = 'application/json'
  next()
}

function isJson(headers: IncomingHttpHeaders): boolean {
  const sent = headers['content-type']
  if (sent === 'application/json' && headers['content-encoding'] === undefined) return true
  const [type, ...parameters] = (sent ?? '').split(';').map((part) => part.trim().toLowerCase())
  const utf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter),
  )
  return type === 'application/json' && utf8 && (headers['content-encoding'] ?? 'identity') === 'identity'
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Throws BAD_USER_INPUT if the bytes are not UTF-8. */
export function decodeUtf8(body: unknown): string {
  try {
    return Buffer.isBuffer(body) ? decoder.decode(body) : ''
  } catch (cause) {
    throw new RequestError('BAD_USER_INPUT', 'The body must be encoded in UTF-8.', { cause })
  }
}

/** Throws BAD_USER_INPUT unless the body is a JSON object. */
export function parseJsonObject(body: unknown): Record<string, unknown> {
  const text = decodeUtf8(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RequestError('BAD_USER_INPUT', 'The body must be valid JSON.', { cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestError('BAD_USER_INPUT', 'The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}
