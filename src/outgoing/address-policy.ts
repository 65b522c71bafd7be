import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that the service must not connect to. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} is neither public and reached over https nor in a network that the settings allow`)
  }
}

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

  /** `networks` are in CIDR notation. */
  constructor(networks: readonly string[]) {
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
    return (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, [])
        const allowed = addresses.filter(({ address }) => this.allows(address, protocol))
        const [first] = allowed
        if (!first) return callback(new ForbiddenAddress(hostname), [])
        if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      })
    }
  }
}
