import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AddressPolicy } from '../../src/outgoing/address-policy.ts'
import { Deliverer, DeliveryAborted } from '../../src/outgoing/deliver.ts'

/** Waits until it listens, and returns its port. */
async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listening(server)
}

function post(
  url: string,
  { networks = ['127.0.0.0/8'], timeoutMs = 5_000, signal = new AbortController().signal } = {},
) {
  const deliverer = new Deliverer(new AddressPolicy(networks))
  onTestFinished(() => deliverer.close())
  return deliverer.post(url, { headers: { 'content-type': 'application/json' }, body: '{"ä":1}', timeoutMs, signal })
}

describe('a delivery', () => {
  test('sends the body, and returns the status', async () => {
    const bodies: string[] = []
    const port = await serve(async (request, response) => {
      bodies.push(`${request.method} ${(await request.toArray()).join('')}`)
      response.writeHead(204).end()
    })
    expect(await post(`http://127.0.0.1:${port}/hook?a=b`)).toEqual({ status: 204 })
    expect(bodies).toEqual(['POST {"ä":1}'])
  })

  test('does not follow a redirect', async () => {
    let requests = 0
    const port = await serve((_request, response) => {
      requests++
      response.writeHead(307, { location: '/other' }).end()
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 307 })
    expect(requests).toBe(1)
  })

  test('uses a connection again, and a new one if the receiver has closed it', async () => {
    const connections = new Set<unknown>()
    const server = createServer(async (request, response) => {
      connections.add(request.socket)
      await request.toArray()
      response.end('{}')
    })
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${await listening(server)}/`
    const deliverer = new Deliverer(new AddressPolicy(['127.0.0.1/32']))
    onTestFinished(() => deliverer.close())
    const { signal } = new AbortController()
    const send = () => deliverer.post(url, { headers: {}, body: '', timeoutMs: 5_000, signal })
    for (let count = 0; count < 3; count++) expect(await send()).toEqual({ status: 200 })
    expect(connections.size).toBe(1)
    server.closeAllConnections()
    expect(await send()).toEqual({ status: 200 })
    expect(connections.size).toBe(2)
  })

  test.each<[string, RequestListener]>([
    [
      'never ends',
      (_request, response) => {
        const write = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        }
        response.on('drain', write)
        write()
      },
    ],
    ['comes slowly', (_request, response) => void response.write('{')],
  ])('does not wait for a body that %s, and closes the connection', async (_what, listener) => {
    let closed: Promise<void> | undefined
    const port = await serve((request, response) => {
      closed = new Promise<void>((resolve) => request.socket.on('close', resolve))
      listener(request, response)
    })
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ status: 200 })
    await closed
    expect(closed).toBeDefined()
  })
})

describe('a delivery fails', () => {
  test.each<[string, RequestListener]>([
    ['never comes', () => {}],
    [
      'switches protocols',
      (_request, response) => void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    ],
  ])('if a response %s', async (_what, listener) => {
    const port = await serve(listener)
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).toBe('TIMEOUT')
  })

  test('if nothing listens, or the connection ends without a response', async () => {
    const server = createTcpServer((socket) => socket.destroy())
    const port = await listening(server)
    expect(await post(`http://127.0.0.1:${port}/`)).toBe('CONNECTION')
    await server[Symbol.asyncDispose]()
    expect(await post(`http://127.0.0.1:${port}/`)).toBe('CONNECTION')
  })

  test('if the receiver does not speak TLS', async () => {
    const port = await serve((_request, response) => void response.end())
    expect(await post(`https://127.0.0.1:${port}/`)).toBe('TLS')
  })

  test('if the name does not exist', async () => {
    expect(await post('https://receiver.invalid/')).toBe('NAME')
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f000001:PORT/',
    'http://127.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://0.0.0.0:PORT/',
  ])('if the address is not allowed: %s', async (url) => {
    let requests = 0
    const port = await serve(() => requests++)
    expect(await post(url.replace('PORT', String(port)), { networks: [] })).toBe('FORBIDDEN_ADDRESS')
    expect(requests).toBe(0)
  })

  test('with an error if it is ended, because nobody knows whether it was received', async () => {
    const ended = new AbortController()
    const port = await serve(() => ended.abort())
    await expect(post(`http://127.0.0.1:${port}/`, { signal: ended.signal })).rejects.toThrow(DeliveryAborted)
    await expect(post(`http://127.0.0.1:${port}/`, { signal: ended.signal })).rejects.toThrow(DeliveryAborted)
  })
})
