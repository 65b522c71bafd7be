import type { FastifyInstance } from 'fastify'

/** Removes the headers that describe a body from the 304 responses of a plugin. */
export function trimNotModified(app: FastifyInstance): void {
  app.addHook('onSend', ({ method }, reply, payload, next) => {
    if (reply.statusCode !== 304) return next(null, payload)
    reply.removeHeader('content-type')
    // An empty text would get a Content-Length, which must be that of the 200. Fastify's HEAD routes do not take null.
    next(null, method === 'HEAD' ? payload : null)
  })
}
