import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { callerAddress } from '../../src/rate-limit/caller-address.ts'

const addressOf = (ip: string | undefined, remoteAddress: string | undefined) =>
  callerAddress({ ip, socket: { remoteAddress } as Socket })

describe('the address that a request is counted by', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::9', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['2001:db8::1:0:0:1', '2001:db8::'],
    ['2001::1:2:3:4:5', '2001:0:0:1::'],
    ['2001:db8::', '2001:db8::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    [undefined, ''],
  ])('is for the peer %s %s', (peer, address) => expect(addressOf(peer, peer)).toBe(address))

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:4711', '198.51.100.7'],
    ['2001:DB8:0001:0::9', '2001:db8:1::'],
    ['[2001:db8:1::9]:4711', '2001:db8:1::'],
    ['[2001:db8:1::9]', '2001:db8:1::'],
    ['::FFFF:C633:6407', '198.51.100.7'],
    // Not an address: the peer counts.
    ['unknown', '192.0.2.1'],
    ['198.51.100.700', '192.0.2.1'],
    ['x[2001:db8:1::9]:4711', '192.0.2.1'],
    ['[2001:db8:1::9]:4711x', '192.0.2.1'],
    ['198.51.100.7:4711x', '192.0.2.1'],
  ])('is for %s, sent by a trusted proxy, %s', (forwarded, address) => {
    expect(addressOf(forwarded, '192.0.2.1')).toBe(address)
  })
})
