import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * Where a request comes from, as far as callers cannot choose it: of an IPv6 address the first 64 bits, since whoever
 * has one has a network of that size. With a trusted proxy it is the last address in X-Forwarded-For, the only one that
 * the proxy itself has written.
 */
export function callerAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? forwardedFor(request.headers['x-forwarded-for']) : undefined
  const address = forwarded ?? request.socket.remoteAddress ?? ''
  return address.includes(':') ? network(address) : address
}

/** The last address, in its one shortest form; undefined where it is none. */
function forwardedFor(header: string | string[] | undefined): string | undefined {
  const last =
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  // Some proxies write a port too: 192.0.2.1:4711 or [2001:db8::1]:4711.
  const address = last.match(/^\[(.+)\](?::\d+)?$/)?.[1] ?? last.match(/^([\d.]+):\d+$/)?.[1] ?? last
  if (isIPv4(address)) return address
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : undefined
}

/** A socket that takes both kinds of addresses gives IPv4 in the form of IPv6. */
function network(address: string): string {
  const mapped = address.match(/^::ffff:([\d.]+)$/)?.[1]
  if (mapped !== undefined) return mapped
  const [before = '', after] = address.split('::')
  const groups = before === '' ? [] : before.split(':')
  if (after !== undefined) {
    const last = after === '' ? [] : after.split(':')
    groups.push(...Array<string>(Math.max(8 - groups.length - last.length, 0)).fill('0'), ...last)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
