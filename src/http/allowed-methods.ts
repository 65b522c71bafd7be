import { METHODS } from 'node:http'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { RouteError } from './route-error.ts'

/** Lets routes be defined for every method that Node's parser reads, so that they can be refused with 405. */
export function addAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

/** Answers OPTIONS with the methods of a path, and any other method with 405, before a body is read. */
export function allowMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const answer: onRequestHookHandler = (request, reply, next) => {
    reply.header('allow', allow)
    if (request.method === 'OPTIONS') return void reply.code(204).send()
    next(new RouteError(405))
  }
  const others = app.supportedMethods.filter((method) => !allowed.includes(method))
  app.route({ method: others, url, onRequest: answer, handler: () => {} })
}
