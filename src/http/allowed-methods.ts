import { METHODS } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { RouteError } from './requests/request-error.ts'

/** Allows routes for every method that Node parses, so that other methods can be rejected with 405. */
export function addAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
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
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const respond: onRequestHookHandler = (request, reply, next) => {
    reply.headers({ ...headers, allow })
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    next(new RouteError(405))
  }
  const others = app.supportedMethods.filter((method) => !allowed.includes(method))
  app.route({ method: others, url, onRequest: respond, handler: () => {} })
}
