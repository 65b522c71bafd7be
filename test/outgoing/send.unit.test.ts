import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { AddressPolicy } from '../../src/outgoing/address-policy.ts'
import { fetchJson, send } from '../../src/outgoing/send.ts'
import { answerEndlessly, serve, switchProtocols } from '../support/local-server.ts'

const publicOnly = new AddressPolicy([])
const withLoopback = new AddressPolicy(['127.0.0.0/8', '::1/128'])

describe('an address', () => {
  const ipv4 = '127.0.0.1 127.8.9.1 0.0.0.0 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1'
  const ipv6 = ':: ::1 fc00::1 fe80::1 fe80::1%eth0 64:ff9b::7f00:1 2002:7f00:1::1 ::7f00:1 4000::1'
  const others = '255.255.255.255 ::ffff:127.0.0.1 ::ffff:10.0.0.1 localhost'
  test.each([...`${ipv4} ${ipv6} ${others}`.split(' '), ''])('%s is not allowed', (address) => {
    expect(publicOnly.allows(address, 'https:')).toBe(false)
  })

  test.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    '%s is allowed over https only',
    (address) => {
      expect([publicOnly.allows(address, 'https:'), publicOnly.allows(address, 'http:')]).toEqual([true, false])
    },
  )

  test('in a listed network is allowed over http too', () => {
    for (const address of ['127.0.0.1', '127.255.0.1', '::ffff:127.0.0.1', '::1']) {
      expect(withLoopback.allows(address, 'http:')).toBe(true)
    }
    expect(withLoopback.allows('10.0.0.1', 'http:')).toBe(false)
  })
})

describe('a request is refused', () => {
  test.each([
    ['to an address', (port: number) => `http://127.0.0.1:${port}/`],
    ['to an address in another form', (port: number) => `http://0x7f.1:${port}/`],
    ['to an IPv6 address', (port: number) => `http://[::1]:${port}/`],
    ['to an IPv4 address that is mapped to IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['to a name of such an address', (port: number) => `http://localhost:${port}/`],
    ['to a name of such an address, over https', (port: number) => `https://localhost:${port}/`],
  ])('%s', async (_what, urlOf) => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.end('{}')
    })
    await expect(send(urlOf(port), { policy: publicOnly })).rejects.toThrow(/is neither public/)
    expect(requests).toBe(0)
  })

  test('with another scheme', async () => {
    await expect(send('file:///etc/passwd', { policy: withLoopback })).rejects.toThrow(/neither https nor http/)
  })
})

describe('a response', () => {
  test('is returned from a name in a listed network', async () => {
    const port = await serve((_request, response) => void response.end('{"a":1}'))
    expect(await fetchJson(`http://localhost:${port}/`, withLoopback)).toEqual({ a: 1 })
  })

  test('that redirects is not followed', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.writeHead(302, { location: '/other' }).end()
    })
    await expect(fetchJson(`http://127.0.0.1:${port}/`, withLoopback)).rejects.toThrow(/its status is 302/)
    expect(requests).toBe(1)
  })

  test('that is too large is not read to its end', async () => {
    const port = await serve(answerEndlessly)
    const sent = send(`http://127.0.0.1:${port}/`, { policy: withLoopback, maximumBytes: 100_000 })
    await expect(sent).rejects.toThrow(/larger than 100000 bytes/)
  })

  test.each<[string, RequestListener]>([
    ['never comes', () => {}],
    ['comes too slowly', (_request, response) => void response.write('{')],
    ['switches protocols', switchProtocols],
  ])('that %s takes no longer than allowed', async (_what, listener) => {
    const port = await serve(listener)
    const sent = send(`http://127.0.0.1:${port}/`, { policy: withLoopback, timeoutMs: 100 })
    await expect(sent).rejects.toThrow(/took longer than 0.1 s/)
  })

  test('that is not JSON is an error', async () => {
    const port = await serve((_request, response) => void response.end('<html>'))
    await expect(fetchJson(`http://127.0.0.1:${port}/`, withLoopback)).rejects.toThrow(/not a JSON object/)
  })

  test('of a port on which nothing listens is an error that says so', async () => {
    await expect(send('http://localhost:1/', { policy: withLoopback })).rejects.toThrow(/connection refused/)
  })

  test('that has interim responses is returned, but not if they are many', async () => {
    const withInterim = (count: number) =>
      serve((_request, response) => {
        for (let index = 0; index < count; index++) response.writeProcessing()
        if (count <= 8) response.end('{"a":1}')
      })
    expect(await fetchJson(`http://127.0.0.1:${await withInterim(8)}/`, withLoopback)).toEqual({ a: 1 })
    const sent = send(`http://127.0.0.1:${await withInterim(9)}/`, { policy: withLoopback })
    await expect(sent).rejects.toThrow(/more than 8 interim responses/)
  })
})
