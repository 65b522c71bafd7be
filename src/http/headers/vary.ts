import type { FastifyReply } from 'fastify'

/** Adds names of request headers to Vary, separated by a comma and a space. */
export function addVary(reply: FastifyReply, names: string): FastifyReply {
  const listed = reply.getHeader('vary')
  if (typeof listed !== 'string') return reply.header('vary', names)
  return reply.header('vary', [...new Set([...listed.split(', '), ...names.split(', ')])].join(', '))
}
