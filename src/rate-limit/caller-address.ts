import { isIP, type Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/**
 * The address that a request is counted by. It is the one that Fastify's trustProxy selects, or the peer's if the proxy
 * sent something else. One IPv6 host usually has a whole /64 network, so only the network counts.
 */
export function callerAddress({ ip, socket }: { ip: string | undefined; socket: Socket }): string {
  const forwarded = withoutPort(ip ?? '')
  return normalizeIP(isIP(forwarded) ? forwarded : (socket.remoteAddress ?? ''))
}

/** Some proxies send a port too: 192.0.2.1:4711 or [2001:db8::1]:4711. */
function withoutPort(address: string): string {
  return address.match(/^\[(.+)\](?::\d+)?$/)?.[1] ?? address.match(/^([\d.]+):\d+$/)?.[1] ?? address
}
