import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { RequestError } from '../../errors/request-error.ts'
import type { Viewer } from '../authentication.ts'
import { discardBody } from '../connections/unread-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Throws FORBIDDEN unless the login of the viewer may use the route. */
    requireLogin?: ((viewer: Viewer) => void) | undefined
  }
}

const maximumBodyBytes = 256 * 1024
/** Enough for introspection and other documents that need no credentials. */
const maximumAnonymousBytes = 16 * 1024

/**
 * Passes bodies to the handlers of this scope unparsed. Fastify's parser would report errors with its own messages, and
 * would respond to a body that is too large before it has been sent. If this process has not accepted the credentials before, it
 * reads no more than the anonymous maximum until they are accepted.
 */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', ({ context, headers, routeOptions }, payload, done) => {
    const hasCredentials = Boolean(context.credentials ?? context.secret)
    const maximum = hasCredentials ? maximumBodyBytes : maximumAnonymousBytes
    let mayBeLarge = !hasCredentials || context.services.acceptedCredentials.has(context)
    const chunks: Buffer[] = []
    let length = 0
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > maximum || Number(headers['content-length']) > maximum) return reject(payloadTooLarge(maximum))
      if (mayBeLarge || length <= maximumAnonymousBytes) return
      mayBeLarge = true
      payload.pause()
      app.authentication.requireAccepted(context, routeOptions.config.requireLogin).then(() => payload.resume(), reject)
    }
    const reject = (error: Error) => {
      stop()
      chunks.length = 0
      discardBody(payload.resume(), () => done(error))
    }
    const end = () => {
      stop()
      done(null, Buffer.concat(chunks, length))
    }
    const stop = () => payload.off('data', read).off('end', end).off('error', done)
    payload.on('data', read).once('end', end).once('error', done)
  })
}

export function isLarge(body: unknown): boolean {
  return Buffer.isBuffer(body) && body.length > maximumAnonymousBytes
}

function payloadTooLarge(maximum: number): RequestError {
  const caller = maximum === maximumBodyBytes ? '' : ' without credentials'
  return new RequestError('PAYLOAD_TOO_LARGE', `The body must be at most ${maximum} bytes${caller}.`)
}

/**
 * Rejects a request whose body is not JSON in UTF-8, of one of these types, before the body is read. `headers` are those
 * of the rejection. If the body is optional, a request without one is accepted.
 */
export function requireMediaType(types: readonly string[], headers = {}, isOptional = false): onRequestHookHandler {
  const message = `The body must be sent as ${types.join(' or ')} in UTF-8, without a content encoding.`
  return (request, reply, next) => {
    const sent = request.raw.headers
    if (isOptional && !hasBody(sent)) return ignoreMediaType.call(request.server, request, reply, next)
    if (!isJson(sent, types)) {
      reply.headers(headers)
      return next(new RequestError('UNSUPPORTED_MEDIA_TYPE', message))
    }
    // Fastify would reject spellings that are correct, such as "application/json;".
    sent['content-type'] = 'application/json'
    next()
  }
}

/** Lets a body without meaning be read and ignored. Fastify would fail if its media type is not valid. */
export const ignoreMediaType: onRequestHookHandler = ({ raw: { headers } }, _reply, next) => {
  if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json'
  next()
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isJson(headers: IncomingHttpHeaders, types: readonly string[]): boolean {
  const sent = headers['content-type']
  if (sent === types[0] && headers['content-encoding'] === undefined) return true
  const [type = '', ...parameters] = (sent ?? '').split(';').map((part) => part.trim().toLowerCase())
  const utf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset') || /^charset="?utf-?8"?$/.test(parameter),
  )
  return types.includes(type) && utf8 && (headers['content-encoding'] ?? 'identity') === 'identity'
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

/** Throws BAD_USER_INPUT unless the text is a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> {
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
