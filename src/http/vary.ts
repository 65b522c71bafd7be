import type { FastifyReply } from 'fastify'

/** Adds request headers to those that the response depends on. */
export function addVary(reply: FastifyReply, ...names: string[]): FastifyReply {
  const listed = reply.getHeader('vary')
  if (typeof listed !== 'string') return reply.header('vary', names.join(', '))
  return reply.header('vary', [...new Set([...listed.split(', '), ...names])].join(', '))
}
