import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address that a request is counted by. It is the one that Fastify's trustProxy selects, or the peer's if the proxy
 * sent something else. One IPv6 host usually has a whole /64 network, so only the network counts.
 */
export function callerAddress({ ip, socket }: { ip: string | undefined; socket: Socket }): string {
  const forwarded = withoutPort(ip ?? '')
  const address = isIP(forwarded) ? forwarded : (socket.remoteAddress ?? '')
  return isIP(address) === 6 ? networkOf(address) : address
}

/** Some proxies send a port too: 192.0.2.1:4711 or [2001:db8::1]:4711. */
function withoutPort(address: string): string {
  return address.match(/^\[(.+)\](?::\d+)?$/)?.[1] ?? address.match(/^([\d.]+):\d+$/)?.[1] ?? address
}

/** The /64 network of an IPv6 address, or the IPv4 address that is mapped to it. */
function networkOf(ipv6: string): string {
  // Node accepts more characters in a zone than ipaddr.js: fe80::1%br-lan.
  const address = ipaddr.process(ipv6.replace(/%.*/, ''))
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()
}
