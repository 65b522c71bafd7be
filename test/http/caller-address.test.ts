import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { callerAddress } from '../../src/http/caller-address.ts'

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the address of a caller', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('of a socket at %s is %s, whatever is said of it', (remote, address) => {
    expect(callerAddress(request(remote), false)).toBe(address)
    expect(callerAddress(request(remote, '198.51.100.7'), false)).toBe(address)
  })

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['203.0.113.9,198.51.100.7 ', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['2001:DB8:0001:0::9', '2001:db8:1:0::/64'],
    ['[2001:db8:1::9]:4711', '2001:db8:1:0::/64'],
    ['[2001:db8:1::9]', '2001:db8:1:0::/64'],
    ['::FFFF:C633:6407', '198.51.100.7'],
    // What is no address cannot be the proxy's.
    ['198.51.100.7, unknown', '192.0.2.1'],
    ['198.51.100.7,', '192.0.2.1'],
    ['198.51.100.700', '192.0.2.1'],
    ['', '192.0.2.1'],
    [undefined, '192.0.2.1'],
  ])('behind a trusted proxy that says %j is %s', (forwarded, address) => {
    expect(callerAddress(request('192.0.2.1', forwarded), true)).toBe(address)
  })
})
