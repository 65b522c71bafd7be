import type { FastifyReply } from 'fastify'

/** Adds names of request headers to Vary. */
export function addVary(reply: FastifyReply, ...names: string[]): FastifyReply {
  const listed = reply.getHeader('vary')
  if (typeof listed !== 'string') return reply.header('vary', names.join(', '))
  return reply.header('vary', [...new Set([...listed.split(', '), ...names])].join(', '))
}
