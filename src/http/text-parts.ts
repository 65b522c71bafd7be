import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { limitStall } from './connections/event-streams.ts'
import { addVary } from './headers/vary.ts'

/**
 * Sends a text in parts, each when the reader has taken the one before. An error in the first two, which are awaited, is thrown. After
 * that it breaks the connection, so that nobody takes what was sent for the whole. `close` is called when the response is over.
 */
export async function sendParts(
  reply: FastifyReply,
  mediaType: string,
  parts: AsyncGenerator<string>,
  close: () => void,
): Promise<FastifyReply> {
  const response = reply.raw
  if (response.destroyed) close()
  else response.once('close', close)
  addVary(reply.type(mediaType).header('cache-control', 'private, no-cache'), 'Service-Touchpoint, Service-Token')
  // @fastify/compress leaves out a single response only by the header of its request. Compressing takes more CPU time than reading the parts.
  reply.request.headers['x-no-compression'] = 'true'
  // Fastify's HEAD routes would set the length of a text.
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]))
  const first = [await parts.next(), await parts.next()]
  limitStall(response)
  return reply.send(Readable.from(all(first, parts), { objectMode: false }))
}

async function* all(first: readonly IteratorResult<string>[], parts: AsyncGenerator<string>) {
  for (const { value } of first) if (value) yield Buffer.from(value)
  for await (const part of parts) yield Buffer.from(part)
}
