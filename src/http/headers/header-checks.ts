import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import { RequestError } from '../../errors/request-error.ts'
import { hasValidAuthority } from '../requests/request-target.ts'

/** Rejects requests that Node would reject without a body, or accept although proxies read them differently. */
export const headerChecks = fp(async (app) => {
  app.addHook('onRequest', ({ raw, originalUrl }, reply, next) => {
    if (!hasValidAuthority(originalUrl)) {
      return next(new RequestError('BAD_USER_INPUT', 'The request target must be a path or a valid URL.'))
    }
    if (!hasValidHost(raw)) return next(new RequestError('BAD_USER_INPUT', 'Send exactly one Host header.'))
    // No upgrade is supported. Node drops what follows the request in the same segment, so the connection must end.
    if (raw.headers.upgrade !== undefined) reply.header('connection', 'close')
    if (isExpectationSupported(raw)) return next()
    // The body may follow or not.
    reply.header('connection', 'close')
    next(new RequestError('EXPECTATION_FAILED', 'Expect supports only 100-continue.'))
  })
})

/** HTTP/1.1 requires exactly one Host header (RFC 9112, section 3.2). */
function hasValidHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count === 1 || (count === 0 && httpVersionMinor === 0)
}

/** HTTP/1.0 has no expectations: they are ignored. */
function isExpectationSupported({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return headers.expect === undefined || httpVersionMinor === 0 || /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect)
}
