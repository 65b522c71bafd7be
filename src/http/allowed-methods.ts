import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { RouteError } from './requests/request-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The headers that describe the methods of the path. */
    methodHeaders?: Record<string, string>
  }
}

/**
 * Responds to OPTIONS with the methods of a path, and to other methods with 405, before the body is read. `headers` are
 * those that describe the methods.
 */
export function allowMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  headers: Record<string, string> = {},
): void {
  const methodHeaders = { ...headers, allow: [...allowed, 'OPTIONS'].join(', ') }
  const respond: onRequestHookHandler = (request, reply, next) => {
    reply.headers(methodHeaders)
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    next(new RouteError(405))
  }
  const others = app.supportedMethods.filter((method) => !allowed.includes(method))
  app.route({ method: others, url, config: { methodHeaders }, onRequest: respond, handler: () => {} })
}
