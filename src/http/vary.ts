import type { FastifyReply } from 'fastify'

/** Adds request headers to those that the response depends on. */
export function addVary(reply: FastifyReply, ...names: string[]): FastifyReply {
  const present = reply.getHeader('vary')
  const listed = typeof present === 'string' ? present.split(', ') : []
  return reply.header('vary', [...new Set([...listed, ...names])].join(', '))
}
