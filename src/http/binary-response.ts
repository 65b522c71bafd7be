import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import parseRange from 'range-parser'
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

/** Sends bytes that somebody else has chosen, one range of them, or 304. Nothing in them runs in a browser. */
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
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
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

/** One range. Undefined if the header is absent, not valid, or names several. */
function rangeOf(header: string | undefined, size: number) {
  if (header === undefined) return undefined
  const ranges = parseRange(size, header)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes') return undefined
  const [range, ...others] = ranges
  return others.length > 0 ? undefined : range
}
