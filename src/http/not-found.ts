import fp from 'fastify-plugin'
import { RouteError } from './route-error.ts'

/** Rejects unknown paths before the body is read. Responds to `OPTIONS *`, which concerns the whole server. */
export const notFound = fp(async (app) => {
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404) return next()
    if (request.method !== 'OPTIONS' || request.originalUrl !== '*') return next(new RouteError(404))
    reply.header('allow', 'GET, HEAD, POST, PUT, OPTIONS').code(204).send()
  })
})
