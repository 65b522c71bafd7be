import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** A caller that sends more does not read the response. */
const maximumDiscardedBytes = 8 * 1024 * 1024

/** Reads the rest of a body without keeping it, and calls back. */
export function discardBody(body: IncomingMessage, done: () => void): void {
  let length = 0
  const read = (chunk: Buffer) => {
    length += chunk.length
    if (length > maximumDiscardedBytes) end()
  }
  const end = () => {
    body.off('data', read).off('end', end).off('error', end)
    done()
  }
  body.on('data', read).once('end', end).once('error', end)
}

/**
 * Sends a response to a request whose body may not have been read. If the connection stays open, Node discards the body
 * afterwards. If it is to close, the body is discarded first: closing it while the caller is still sending would lose
 * the response.
 */
export function sendUnread(reply: FastifyReply, send: () => void): FastifyReply {
  const { raw } = reply.request
  const isUnread = raw.readableFlowing === null && !raw.complete
  if (isUnread && !reply.raw.shouldKeepAlive) discardBody(raw, send)
  else send()
  return reply
}
