import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { RequestError } from '../errors/request-error.ts'

/**
 * Rejects requests that a page of another origin may have caused, before the body is read. Browsers say so in Sec-Fetch-Site,
 * or, if they do not trust the connection, in the Origin of every request except GET and HEAD.
 */
export const requireSameOrigin: onRequestHookHandler = (request, _reply, next) => {
  if (isSameOrigin(request)) return next()
  next(new RequestError('FORBIDDEN', 'Only pages of this origin may send this request.'))
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

function isSameOrigin({ headers, host, method }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site === 'same-origin'
  if (origin === undefined) return safeMethods.includes(method)
  return URL.parse(origin)?.host === host.toLowerCase()
}
