import type { FastifyReply } from 'fastify'
import { CachedResponse } from '../http/cached-response.ts'
import { addVary } from '../http/headers/vary.ts'

/** Sends a response that only its caller may store, or 304 if the caller has it. */
export function sendTagged(
  reply: FastifyReply,
  response: CachedResponse,
  mediaType = 'application/json',
): FastifyReply | Promise<FastifyReply> {
  reply.type(mediaType).header('cache-control', 'private, no-cache')
  addVary(reply, 'Service-Touchpoint, Service-Token, Accept-Encoding')
  return response.sendTagged(reply.request, reply)
}

/** Sends an object as JSON with its entity tag. The tag starts with `stateTag`, if there is one, which If-Match compares. */
export function sendBody(reply: FastifyReply, body: object, stateTag?: string): FastifyReply | Promise<FastifyReply> {
  const text = JSON.stringify(body)
  const { responseBudget } = reply.request.context
  const bytes = Buffer.byteLength(text)
  responseBudget.growTo(bytes)
  if (responseBudget.excess) throw responseBudget.excess
  // A large body is counted until it has been read.
  responseBudget.settle(bytes)
  return sendTagged(reply, new CachedResponse(text, stateTag))
}
