import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { RequestError } from '../errors/request-error.ts'
import { heldTag } from './cached-response.ts'
import { limitStall } from './connections/event-streams.ts'

interface Binary {
  /** The opaque part of the strong tag. */
  tag: string
  /** In bytes, at least 1. */
  size: number
  mediaType: string
  /** The name under which it is saved. */
  name: string
  /** Whether browsers show it in place. */
  isShown: boolean
  /** Called only if bytes are sent. `onEnd` is called when they are, or the reader has left. */
  read(range: { start: number; end: number }, onEnd: (end: () => void) => void): AsyncIterable<Uint8Array>
}

/** Sends bytes that somebody else has chosen, one range of them, or 304. Throws RANGE_NOT_SATISFIABLE. Nothing in them runs in a browser. */
export function sendBinary(
  reply: FastifyReply,
  { tag: opaque, size, mediaType, name, isShown, read }: Binary,
): FastifyReply {
  const { headers, method } = reply.request
  const tag = `"${opaque}"`
  reply.headers({
    etag: tag,
    'cache-control': 'private, no-cache',
    vary: 'Service-Touchpoint, Service-Token',
    'content-security-policy': "sandbox; default-src 'none'",
    'accept-ranges': 'bytes',
  })
  if (headers['if-none-match'] && heldTag(headers['if-none-match'], [tag])) return reply.code(304).send()
  const isChanged = headers['if-range'] !== undefined && headers['if-range'] !== tag
  const range = isChanged ? undefined : rangeOf(headers.range, size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new RequestError(
      'RANGE_NOT_SATISFIABLE',
      `The range must begin before the end of the file, which has ${size} bytes.`,
    )
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply
    .type(mediaType)
    .header('content-disposition', contentDisposition(name, { type: isShown ? 'inline' : 'attachment' }))
    .header('content-length', end - start + 1)
  // Fastify's HEAD routes would set the length of a text.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  const response = limitStall(reply.raw)
  return reply.send(
    Readable.from(
      read({ start, end }, (onEnd) => response.once('close', onEnd)),
      { objectMode: false },
    ),
  )
}

/**
 * One range (RFC 9110, section 14.1.2). Undefined if the header is absent, not valid, or names several, which is permitted. The package
 * range-parser does not know a suffix that is longer than the content.
 */
function rangeOf(header: string | undefined, size: number) {
  const [, first, last = ''] = /^bytes=(?:(\d+)-|-)(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined) {
    if (last === '') return undefined
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
