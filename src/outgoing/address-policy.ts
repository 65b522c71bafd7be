import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

/** An address that the service must not connect to. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} is neither public and reached over https nor in a network that the settings allow`)
  }
}

/** Looks up the addresses of a name. */
type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Of IPv6, only these addresses are assigned for the internet. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(publicIpv6))
}

/**
 * Decides which addresses the service may connect to on behalf of others: public ones over https, and those in the given
 * networks over https and http.
 */
export class AddressPolicy {
  readonly #networks = new BlockList()
  /** Whether some addresses may be reached over http. */
  readonly allowsHttp: boolean

  readonly #resolve: Resolve
  readonly #resolving = new Map<string, Promise<LookupAddress[]>>()

  /** `networks` are in CIDR notation. */
  constructor(networks: readonly string[], resolve: Resolve = (hostname) => lookup(hostname, { all: true })) {
    this.#resolve = resolve
    this.allowsHttp = networks.length > 0
    for (const network of networks) {
      const [address, prefix] = ipaddr.parseCIDR(network)
      this.#networks.addSubnet(address.toString(), prefix, address.kind())
    }
  }

  allows(address: string, protocol: string): boolean {
    const family = isIP(address)
    if (family === 0) return false
    // A BlockList also finds IPv4 addresses that are mapped to IPv6.
    if (this.#networks.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true
    return protocol === 'https:' && isPublic(ipaddr.process(address.replace(/%.*/, '')))
  }

  /** Throws a ForbiddenAddress if the URL names an address that is not allowed. Sockets look up no addresses. */
  checkLiteral({ hostname, protocol }: URL): void {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0 && !this.allows(host, protocol)) throw new ForbiddenAddress(host)
  }

  /** Looks up the addresses that a socket connects to. No other addresses are looked up, so no name can change in between. */
  lookup(protocol: string): LookupFunction {
    const allowedOf = callbackify(async (hostname: string) => {
      const addresses = await this.#addressesOf(hostname)
      const [first, ...others] = addresses.filter(({ address }) => this.allows(address, protocol))
      if (!first) throw new ForbiddenAddress(hostname)
      return [first, ...others] as const
    })
    return (hostname, { all }, callback) => {
      allowedOf(hostname, (error, allowed) => {
        if (error) callback(error, [])
        else if (all) callback(null, [...allowed])
        else callback(null, allowed[0].address, allowed[0].family)
      })
    }
  }

  /** Connections that are opened at the same time share a look-up: it occupies one of few threads until a name server answers. */
  #addressesOf(hostname: string): Promise<LookupAddress[]> {
    const running = this.#resolving.get(hostname)
    if (running) return running
    const started = this.#resolve(hostname).finally(() => this.#resolving.delete(hostname))
    this.#resolving.set(hostname, started)
    return started
  }
}
