import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { limitStall } from './connections/event-streams.ts'
import { addVary } from './headers/vary.ts'

interface TextFile {
  mediaType: string
  /** The name under which it is saved. */
  name: string
  parts: AsyncGenerator<string>
  /** Called when the response is over. */
  onClose(): void
}

/**
 * Sends a text to be saved, in parts, each when the reader has taken the one before. The first two parts are awaited, and their errors
 * are thrown. A later error breaks the connection, so that nobody takes an incomplete file for a complete one.
 */
export async function sendTextFile(
  reply: FastifyReply,
  { mediaType, name, parts, onClose }: TextFile,
): Promise<FastifyReply> {
  const { raw: response, request } = reply
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  reply.type(mediaType).header('content-disposition', contentDisposition(name))
  addVary(reply.header('cache-control', 'private, no-cache'), 'Service-Touchpoint, Service-Token')
  // Compression would take more CPU time than reading the parts. @fastify/compress skips a single response only if its request has this header.
  request.headers['x-no-compression'] = 'true'
  // For HEAD, Fastify would set the length of a text.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const first = [await parts.next(), await parts.next()]
  limitStall(response)
  return reply.send(Readable.from(all(first, parts, response)))
}

async function* all(
  first: readonly IteratorResult<string>[],
  parts: AsyncGenerator<string>,
  { req: { httpVersion }, socket }: ServerResponse,
) {
  for (const { value } of first) if (value) yield value
  try {
    for await (const part of parts) yield part
  } catch (error) {
    // In HTTP/1.0, which proxies may use, the end of the connection would be the end of the text.
    if (httpVersion === '1.0') socket?.resetAndDestroy()
    throw error
  }
}
