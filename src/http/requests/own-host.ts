import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Config } from '../../settings/config.ts'
import { RequestError } from '../../errors/request-error.ts'
import { isLoopback } from '../../settings/loopback.ts'

/**
 * Rejects requests to a server on loopback addresses unless their host is one of these or the value of HOST. The domain of another
 * site can resolve to this machine (DNS rebinding), and its pages would have the same origin as those of this server. Requests
 * from a proxy have its host name, and are accepted unless anyone who reaches the server can sign in (`isOpen`).
 */
export function requireOwnHost({ host, trustedProxies, corsOrigins }: Config, isOpen: boolean): onRequestHookHandler {
  if (trustedProxies > 0 && !isOpen) return (_request, _reply, next) => next()

  const isOwn = (authority: string | undefined) => {
    const name = authority === undefined ? undefined : nameIn(authority.toLowerCase())
    return name !== undefined && (isLoopback(name) || name === host.toLowerCase())
  }
  const message = 'Use localhost, a loopback address or the value of HOST as the host in the URL.'
  const advice = isOpen
    ? ' Anyone who reaches this server can sign in, so it is served under no other name, also behind a proxy.'
    : ' Behind a proxy, set TRUST_PROXY.'

  return (request, _reply, next) => {
    const { headers, originalUrl } = request
    const target = /^https?:\/\/([^/?#]*)/i.exec(originalUrl)?.[1]
    const isAccepted = isOwn(headers.host) && (target === undefined || isOwn(target)) && hasOwnOrigin(request)
    next(isAccepted || !isOnLoopback(request.server) ? undefined : new RequestError('FORBIDDEN', message + advice))
  }

  function hasOwnOrigin({ headers: { origin }, host: named }: FastifyRequest): boolean {
    if (origin === undefined || corsOrigins.includes(origin)) return true
    const sender = URL.parse(origin)?.host
    return isOwn(sender) || sender === named.toLowerCase()
  }
}

/** The host of `host:port`, without the brackets of IPv6. Undefined for anything else, such as user information. */
function nameIn(authority: string): string | undefined {
  const [, ipv6, name] = /^(?:\[([\da-f.]*:[\da-f:.]*)\]|([^\s:@[\]]+))(?::\d*)?$/.exec(authority) ?? []
  return ipv6 ?? name
}

function isOnLoopback(server: FastifyInstance): boolean {
  return server.addresses().every((each) => typeof each === 'object' && isLoopback(each.address))
}
