import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { RouteError } from './route-error.ts'

/** Rejects unknown paths before the body is read. */
export const notFound = fp(async (app) => {
  app.addHook('onRequest', (request, reply, next) => (request.is404 ? answerUnknownPath(request, reply) : next()))
  // The CORS plugin adds a route for OPTIONS on every path. It passes on requests that are not preflights.
  app.setNotFoundHandler(answerUnknownPath)
})

/** Responds to `OPTIONS *`, which concerns the whole server. Throws RouteError for other requests. */
function answerUnknownPath({ method, originalUrl }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (method !== 'OPTIONS' || originalUrl !== '*') throw new RouteError(404)
  return reply.header('allow', 'GET, HEAD, POST, PUT, OPTIONS').code(204).send()
}
