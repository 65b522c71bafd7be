import { words } from '../support/words.ts'
import { describe, expect, test } from 'vitest'
import { isLoopback } from '../../src/settings/loopback.ts'

describe('an address is', () => {
  test.each(['localhost', '127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    'out of the reach of other machines: %s',
    (host) => expect(isLoopback(host)).toBe(true),
  )

  test.each([
    ...words`
      0.0.0.0 :: 127.999.1.1 127.0.0.1.example.com 127.0.0 127.1 128.0.0.1 126.255.255.255 10.0.0.1 ::2
      ::ffff:10.0.0.1 localhost.example.com example.com
    `,
    '',
    ' 127.0.0.1',
    '0x7f000001',
  ])('taken for one that others may reach: %s', (host) => expect(isLoopback(host)).toBe(false))
})
