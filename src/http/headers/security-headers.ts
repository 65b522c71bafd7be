import fp from 'fastify-plugin'

/** The headers of every response, apart from the request ID. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Sets the request ID and the headers that every response carries. A route may replace them. */
export const securityHeaders = fp(async (app) => {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    reply.headers(commonHeaders)
    next()
  })
})
